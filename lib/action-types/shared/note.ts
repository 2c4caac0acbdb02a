import type { ProposalPayload } from "@/lib/core/payload/payload";
import { changeOf } from "./change";
import { customerNameOf, movesNoMoney } from "./customer";
import type { ActionTypeDefinition } from "./definition";
import { type Detail, writtenDetail } from "./detail";

export const note = {
  destination: "netsuite",
  effect: "create",
  record: "note",
  attached: true,
  fields: [{ field: "note", label: "note", kind: "text", aliases: ["text", "body", "memo", "comment"] }],
  letter: ["note"],
  pinnedIds: [],
  facts: ["customer_name"],
  afterExternalEdit: "untouched",
  says: ["note"],
  weigh: (payload, live) => movesNoMoney(customerNameOf(payload, live)),
  undo: () => null,
  staysBecause: "NetSuite keeps the note, until somebody removes it there by hand",
} as const satisfies Partial<ActionTypeDefinition>;

export function noteText(payload: ProposalPayload): string {
  return changeOf(payload, "note").to ?? "";
}

export function titleDetails(title: string | null): Detail[] {
  return writtenDetail("titled", title);
}
