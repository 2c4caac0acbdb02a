import type { AttemptView } from "@/lib/contract/workflows/runs";

const words: Record<AttemptView["outcome"], string> = {
  ready: "Waited for its time",
  waiting_approval: "Waited for approval",
  waiting_input: "Waited for an answer or another run",
  failed_retryable: "Failed",
  failed_terminal: "Failed for good",
  succeeded: "Done",
  cancelled: "Cancelled",
  lease_lost: "Its worker went away",
};

/** How an attempt of a step ended. */
export const attemptWords = ({ outcome }: Pick<AttemptView, "outcome">): string => words[outcome];
