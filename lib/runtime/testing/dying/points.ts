/** Where a worker dies: at a statement, by its text, or when its transaction has committed. Loading and settling commit themselves. */
export interface DyingPoint {
  statement: string;
  when: "before" | "after" | "committed";
  /** It lives through so many of them first. */
  skipped?: number;
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
  "before it settles": { statement: "settle_steps(", when: "before" },
  "settled and committed": { statement: "settle_steps(", when: "after" },
  "before it has read several steps at once": { statement: "load_steps(", when: "before" },
  "with several steps at once": { statement: "load_steps(", when: "after" },
  "before it settles several steps at once": { statement: "settle_steps(", when: "before", skipped: 1 },
  "with several steps settled and committed": { statement: "settle_steps(", when: "after", skipped: 1 },
  "with a proposal that is not committed": { statement: "SELECT append_event(", when: "after" },
  "with a proposal, before it settles": { statement: "SELECT append_event(", when: "committed" },
};
