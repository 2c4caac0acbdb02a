import { type ProposalPayload, targetText } from "@/lib/core/field-map";
import { type ActionTypeDefinition, type LiveRead, changeOf } from "./definition";

const shared: Pick<ActionTypeDefinition, "fieldLabels" | "weigh" | "subject" | "details" | "undo"> = {
  fieldLabels: { note: "note" },
  // A note moves no money; what it is about still counts for whom it concerns.
  weigh: (payload, live) => ({
    movementPercent: null,
    impactCents: 0,
    basis: null,
    customerRef: live.facts.customer_name ?? live.recordName ?? payload.entity_ref,
    sku: null,
    complete: true,
  }),
  subject: (payload, live) => live?.facts.customer_name ?? live?.recordName ?? payload.entity_ref,
  details(payload) {
    const title = targetText(payload, "title");
    return title ? [`titled “${title}”`] : [];
  },
  undo: () => null,
};

export const arNote: ActionTypeDefinition = {
  ...shared,
  type: "ar_note",
  entityTypes: ["customer"],
  title: "AR note",
  sentence: (payload, live) => `Add the note “${noteText(payload)}” to ${shared.subject(payload, live)}`,
};

export const noteAttachment: ActionTypeDefinition = {
  ...shared,
  type: "note_attachment",
  entityTypes: ["customer", "sales_order"],
  title: "Note attachment",
  subject: (payload, live) => attachedTo(payload, live),
  sentence(payload, live) {
    const title = targetText(payload, "title");
    return `Attach the note “${noteText(payload)}”${title ? `, titled “${title}”,` : ""} to ${attachedTo(payload, live)}`;
  },
};

function attachedTo(payload: ProposalPayload, live: LiveRead | null): string {
  if (payload.entity_type === "sales_order") return payload.entity_ref;
  return live?.facts.customer_name ?? live?.recordName ?? payload.entity_ref;
}

function noteText(payload: ProposalPayload): string {
  return changeOf(payload, "note").to ?? "";
}
