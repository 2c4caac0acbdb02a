import type { DecisionState } from "@/components/action/decide/decision-state";

/** An answer that ends the action, or one that leaves it waiting. */
export const answered = (leaves: boolean): DecisionState => ({
  phase: "answered",
  answer: { code: "any", tone: "good", text: "Any.", leaves },
  by: "viewer",
  mayLeave: false,
});
