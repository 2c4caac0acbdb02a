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
  pinnedIds: [],
  facts: ["customer_name"],
  afterExternalEdit: "untouched",
  says: ["note"],
  weigh: (payload, live) => movesNoMoney(customerNameOf(payload, live)),
  undo: () => null,
} as const satisfies Partial<ActionTypeDefinition>;

export function noteText(payload: ProposalPayload): string {
  return changeOf(payload, "note").to ?? "";
}

export function titleDetails(title: string | null): Detail[] {
  return writtenDetail("titled", title);
}
