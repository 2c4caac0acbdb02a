import type { ProposalInput } from "@/lib/contract/actions/proposal";
import { type DemoProposal, blank } from "./make";

export const notes: DemoProposal[] = [
  ["Coastal Pantry", "Promised payment of invoice 10231 by Friday"],
  ["Riverbend Foods", "Asks for statements by mail to accounts@ from now on"],
  ["Northgate Grocers", "Disputes 2 cases on invoice 10244; photo requested"],
  ["Oakfield Senior Living", "New accounts contact: Renata Souza"],
  ["Two Rivers Commissary", "Will pay invoices 10219 and 10226 together on the 28th"],
  ["Pinecrest Co-op", "Remittance for 10207 went to the old bank account; trace started"],
  ["Westbrook University Dining", "Budget year closes 12-15; wants all invoices before"],
  ["Harbor Light Hotels", "Short-paid 10238 by $41.20, claims a credit note"],
].map(([customer, text]) => ({ agent: "ar-agent" as const, input: note("ar_note", customer!, text!) }));

/** Trivial ones: the standing authorisation lets them go. */
export const trivial: DemoProposal[] = [
  ["SO-22996", "Temperature log of truck 14, 2026-11-19, is on file"],
  ["SO-23007", "Signed delivery slip is on file"],
].map(([order, text]) => ({
  agent: "order-desk" as const,
  input: { ...note("note_attachment", order!, text!), entity_type: "sales_order" },
}));

/** Asked for a second time within the day: no standing authorisation covers a repeat, so it waits for a person. */
export const repeatedTrivial: DemoProposal = trivial[0]!;

export function note(type: "ar_note" | "note_attachment", record: string, text: string): ProposalInput {
  return {
    ...blank(type, record),
    changes: [{ field: "note", to: text }],
    reason: "From today's call and the mailbox.",
  };
}
