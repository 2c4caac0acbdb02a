import type { HeldBackReason } from "@/lib/core/action/held-back";

/** Why an agent was held back, and what can be done about it. */
export const HELD_BACK_WORDS: Readonly<Record<HeldBackReason, { title: string; advice: string }>> = {
  rate_limited: {
    title: "Too many a minute",
    advice:
      "It asks more often than its limit, or the company's, lets through. Look at why before you raise it.",
  },
  too_many_pending: {
    title: "Too many waiting",
    advice: "Its own limit, or that of one record, is full. Decide what waits, or raise the limit.",
  },
  approvers_behind: {
    title: "People have fallen behind",
    advice: "As many wait as your company lets wait. Decide the largest groups below first.",
  },
  agent_paused: {
    title: "Paused",
    advice: "An administrator has paused it. It proposes again once it is resumed.",
  },
  conflicting_proposal: {
    title: "Conflicting proposals",
    advice: "It proposed another value while one of its proposals for the same field waits. Decide that one.",
  },
};
