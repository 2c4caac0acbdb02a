/** Where a worker dies: at a statement, by its text, or when its transaction has committed. Loading and settling commit themselves. */
export interface DyingPoint {
  statement: string;
  when: "before" | "after" | "committed";
  /** It lives through so many of them first. */
  skipped?: number;
  /** The run's write was approved and has landed before this worker begins. */
  afterWrite?: true;
}

export const DYING_POINTS: Readonly<Record<string, DyingPoint>> = {
  "before it has a lease": { statement: "take_turn(", when: "before" },
  "with a lease": { statement: "take_turn(", when: "after" },
  "with a receipt that is not committed": { statement: "INSERT INTO step_receipts", when: "after" },
  "with a receipt, before it sends": { statement: "INSERT INTO step_receipts", when: "committed" },
  "with the answer, before the receipt has it": {
    statement: "UPDATE step_receipts SET status",
    when: "before",
  },
  "with the answer in the receipt": { statement: "UPDATE step_receipts SET status", when: "committed" },
  // After each lease it looks for more once, while the step is at work.
  "before it settles and leases further steps": { statement: "take_turn(", when: "before", skipped: 2 },
  "with a step settled and further ones leased": { statement: "take_turn(", when: "after", skipped: 2 },
  "before it settles several steps at once": { statement: "take_turn(", when: "before", skipped: 4 },
  "with several steps settled and committed": { statement: "take_turn(", when: "after", skipped: 4 },
  "with a proposal that is not committed": { statement: "SELECT append_event(", when: "after" },
  "with a proposal, before it settles": { statement: "SELECT append_event(", when: "committed" },
  "with its write in NetSuite, before it settles": {
    statement: "take_turn(",
    when: "before",
    skipped: 2,
    afterWrite: true,
  },
  "with its write settled and the step after it leased": {
    statement: "take_turn(",
    when: "after",
    skipped: 2,
    afterWrite: true,
  },
  "with its write in NetSuite, before it tells of the write": {
    statement: "INSERT INTO step_receipts",
    when: "committed",
    afterWrite: true,
  },
  "after it told of its write, before the receipt has the answer": {
    statement: "UPDATE step_receipts SET status",
    when: "before",
    afterWrite: true,
  },
};
