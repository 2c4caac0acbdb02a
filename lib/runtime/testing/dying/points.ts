/** Where a worker dies: at a statement, by its text, or when its transaction has committed. Loading and settling commit themselves. */
export interface DyingPoint {
  statement: string;
  when: "before" | "after" | "committed";
}

export const DYING_POINTS: Readonly<Record<string, DyingPoint>> = {
  "before it has a lease": { statement: "lease_steps(", when: "before" },
  "with a lease": { statement: "lease_steps(", when: "after" },
  "before it has read the step": { statement: "load_step(", when: "before" },
  "when the run has begun": { statement: "load_step(", when: "after" },
  "with a receipt that is not committed": { statement: "INSERT INTO step_receipts", when: "after" },
  "with a receipt, before it sends": { statement: "INSERT INTO step_receipts", when: "committed" },
  "with the answer, before the receipt has it": {
    statement: "UPDATE step_receipts SET status",
    when: "before",
  },
  "with the answer in the receipt": { statement: "UPDATE step_receipts SET status", when: "committed" },
  "before it settles": { statement: "settle_step(", when: "before" },
  "settled and committed": { statement: "settle_step(", when: "after" },
  "with a proposal that is not committed": { statement: "SELECT append_event(", when: "after" },
  "with a proposal, before it settles": { statement: "SELECT append_event(", when: "committed" },
};
