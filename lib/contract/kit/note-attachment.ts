import { z } from "zod";
import { kitAction } from "./definition";
import { reference, written } from "./words";

export const noteAttachment = kitAction({
  actionType: "note_attachment",
  name: "propose_note_attachment",
  description:
    "Proposes to attach a note to a customer or a sales order. Trivial: where a standing authorisation covers it, it is written without a tap.",
  entityType: null,
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
});
