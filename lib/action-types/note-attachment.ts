import { base } from "@/lib/core/action/tier-rules";
import { z } from "zod";
import { defineActionType } from "./shared/definition";
import { note, noteText, titleDetails } from "./shared/note";
import { entity, targetOf, writtenText } from "./shared/target";
import { reference, written } from "./shared/tool";

const target = targetOf(
  { name: "parent_type", from: ["entity_type"], required: true },
  entity("parent"),
  writtenText("title", ["title", "subject"]),
);

export const noteAttachment = defineActionType({
  ...note,
  type: "note_attachment",
  title: "Note attachment",
  entityTypes: ["customer", "sales_order"],
  target: target.parts,
  tierRules: [base("note-attachment", 1)],
  subject(payload, live) {
    if (payload.entity_type === "sales_order") return payload.entity_ref;
    return live?.facts.customer_name ?? live?.recordName ?? payload.entity_ref;
  },
  details: (payload) => titleDetails(target.text(payload, "title")),
  sentence(payload, live) {
    const title = target.text(payload, "title");
    return `Attach the note “${noteText(payload)}”${title ? `, titled “${title}”,` : ""} to ${this.subject(payload, live)}`;
  },
  tool: {
    name: "propose_note_attachment",
    description:
      "Proposes to attach a note to a customer or a sales order. Trivial: where a standing authorisation covers it, it is written without a tap.",
    words: {
      attachTo: z.enum(["customer", "sales_order"]).describe("What kind of record it is attached to."),
      reference: reference.describe("That record: a customer's name, or an order such as SO-22984."),
      note: written.describe("The note's text, as it will stand in NetSuite."),
      title: written.optional().describe("The note's title."),
    },
    goesTo: {
      attachTo: "entity_type",
      reference: "entity_ref",
      note: "changes.note.to",
      title: "context.title",
    },
  },
  example: {
    entity_type: "sales_order",
    entity_ref: "SO-22984",
    changes: [{ field: "note", to: "Photo of the delivered pallet is on file." }],
    context: {},
    record: { type: "salesorder", id: "5001" },
  },
});
