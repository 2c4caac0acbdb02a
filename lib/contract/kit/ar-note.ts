import { kitAction } from "./definition";
import { reference, written } from "./words";

export const arNote = kitAction({
  actionType: "ar_note",
  name: "propose_ar_note",
  description:
    "Proposes a note on a customer's account, for accounts receivable. A person decides; nothing is written now.",
  entityType: "customer",
  words: {
    customer: reference.describe("The customer's name, such as Coastal Pantry."),
    note: written.describe("The note's text, as it will stand in NetSuite."),
    title: written.optional().describe("The note's title."),
  },
  goesTo: { customer: "entity_ref", note: "changes.note.to", title: "context.title" },
});
