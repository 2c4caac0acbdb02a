import type { ProposalPayload } from "@/lib/core/payload/payload";
import { changeOf } from "./change";
import type { ActionTypeDefinition } from "./definition";

/** Shared by the types that add a note to a record. */

export const note = {
  destination: "netsuite",
  effect: "create",
  fields: [
    {
      field: "note",
      label: "note",
      record: "note",
      sublist: null,
      kind: "text",
      aliases: ["text", "body", "memo", "comment"],
    },
  ],
  pinnedIds: [],
  facts: ["customer_name"],
  afterExternalEdit: "untouched",
  // A note moves no money; what it is about still counts for whom it concerns.
  weigh: (payload, live) => ({
    movementPercent: null,
    impactCents: 0,
    basis: null,
    customerRef: live.facts.customer_name ?? live.recordName ?? payload.entity_ref,
    sku: null,
    complete: true,
  }),
  undo: () => null,
} as const satisfies Partial<ActionTypeDefinition>;

export function noteText(payload: ProposalPayload): string {
  return changeOf(payload, "note").to ?? "";
}

export function titleDetails(title: string | null): string[] {
  return title ? [`titled “${title}”`] : [];
}
