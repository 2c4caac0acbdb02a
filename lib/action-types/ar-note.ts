import { base } from "@/lib/core/action/tier-rules";
import { customerNameOf } from "./shared/customer";
import { defineActionType } from "./shared/definition";
import { note, noteText, titleDetails } from "./shared/note";
import { entity, targetOf, writtenText } from "./shared/target";
import { decided, reference, word, written } from "./shared/tool";

const target = targetOf(entity("customer"), writtenText("title", ["title", "subject"]));

export const arNote = defineActionType({
  ...note,
  type: "ar_note",
  title: "AR note",
  entityTypes: ["customer"],
  target: target.parts,
  tierRules: [base("ar-note", 2)],
  subject: customerNameOf,
  details: (payload) => titleDetails(target.text(payload, "title")),
  sentence(payload, live) {
    return `Add the note “${noteText(payload)}” to ${this.subject(payload, live)}`;
  },
  tool: {
    name: "propose_ar_note",
    description: decided("Proposes a note on a customer's account, for accounts receivable."),
    words: {
      customer: word("entity_ref", reference, "The customer's name, such as Coastal Pantry."),
      note: word("changes.note.to", written, "The note's text, as it will stand in NetSuite."),
      title: word("context.title", written.optional(), "The note's title."),
    },
  },
  example: {
    entity_type: "customer",
    entity_ref: "Coastal Pantry",
    changes: [{ field: "note", from: null, to: "Promised to pay on Friday." }],
    context: { title: "Call with accounts payable" },
    record: { type: "customer", id: "704" },
  },
});
