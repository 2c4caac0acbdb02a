/**
 * The facts behind `own_proposal` in the SQL function decide_action; pages use them to explain the refusal before the
 * tap.
 */
export interface OwnProposalFacts {
  /** 1–5. */
  riskLevel: number;
  userId: number;
  authorUserId: number | null;
  onBehalfOfUserId: number | null;
  approvers: readonly number[];
  requiredApprovals: number;
  /** People of the tenant who may approve, including this person if they may. */
  approverCount: number;
}

/** The reason why this person's approval cannot complete the decision; null if it can, or if it is not the last one. */
export function whyNotSoleApprover(facts: OwnProposalFacts): string | null {
  const { userId, approvers } = facts;
  const wrote = userId === facts.authorUserId;
  if (facts.riskLevel < 4 || (!wrote && userId !== facts.onBehalfOfUserId)) return null;
  if (approvers.length + 1 < facts.requiredApprovals || approvers.some((id) => id !== userId)) return null;
  if (facts.approverCount < 2) return null;
  return wrote
    ? "You wrote this version: at this tier somebody else has to approve it."
    : "The agent proposed this on your behalf: at this tier somebody else has to approve it.";
}
