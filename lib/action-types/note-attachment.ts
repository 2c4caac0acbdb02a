import { base } from "@/lib/core/action/tier-rules";
import { z } from "zod";
import { customerNameOf } from "./shared/customer";
import { defineActionType } from "./shared/definition";
import { note, noteText, titleDetails } from "./shared/note";
import { entity, targetOf, writtenText } from "./shared/target";
import { reference, written, word } from "./shared/tool";

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
  subject: (payload, live) =>
    payload.entity_type === "sales_order" ? payload.entity_ref : customerNameOf(payload, live),
  details: (payload) => titleDetails(target.text(payload, "title")),
  says: ["note", "title"],
  sentence(payload, live) {
    const title = target.text(payload, "title");
    return `Attach the note “${noteText(payload)}”${title ? `, titled “${title}”,` : ""} to ${this.subject(payload, live)}`;
  },
  tool: {
    name: "propose_note_attachment",
    description:
      "Proposes to attach a note to a customer or a sales order. Trivial: where a standing authorisation covers it, it is written without a tap.",
    words: {
      attachTo: word(
        "entity_type",
        z.enum(["customer", "sales_order"]),
        "What kind of record it is attached to.",
      ),
      reference: word(
        "entity_ref",
        reference,
        "That record: a customer's name, or an order such as SO-22984.",
      ),
      note: word("changes.note.to", written, "The note's text, as it will stand in NetSuite."),
      title: word("context.title", written.optional(), "The note's title."),
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
