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
  if (!isOwn(facts)) return null;
  return facts.userId === facts.authorUserId
    ? "You wrote this version: at this tier somebody else has to approve it."
    : "The agent proposed this on your behalf: at this tier somebody else has to approve it.";
}

/** The same about a version that this person has not made yet. */
export function whyNotSoleAuthor(facts: OwnProposalFacts): string | null {
  if (!isOwn(facts)) return null;
  return facts.userId === facts.authorUserId
    ? "You may not decide it alone: you would be its author."
    : "You may not decide it alone: the agent proposed it on your behalf.";
}

function isOwn(facts: OwnProposalFacts): boolean {
  const { userId, approvers } = facts;
  if (facts.riskLevel < 4 || (userId !== facts.authorUserId && userId !== facts.onBehalfOfUserId))
    return false;
  if (approvers.length + 1 < facts.requiredApprovals || approvers.some((id) => id !== userId)) return false;
  return facts.approverCount >= 2;
}
