/**
 * The words for an approval that the claim would not count (the SQL function weigh_voters). Pages say them before the tap,
 * the refusal says them after it.
 */
export interface UncountedApproval {
  refusal: "recently_recovered" | "new_in_office" | "own_proposal" | "not_independent";
  /** With `not_independent`: the name of the person with whom this one counts as one. With `own_proposal`: this person's part in it. */
  because: string | null;
}

const ownParts: Readonly<Record<string, string>> = {
  wrote: "You wrote this version",
  speaks_for: "The agent speaks for you",
  spoke_for: "The agent spoke for you until a few days ago",
  made_key: "You made this agent's key, published its workflow, or set a secret of it",
  began_run:
    "You had a hand in the run that proposes this: in its beginning, in its workflow's text, or in the action that it answers",
  set_policy: "You published the policy within the last seven days",
  gave_access: "You gave access or new credentials to somebody who has a part in this",
};

/** The reason why this person's approval does not count. */
export function uncountedWords({ refusal, because }: UncountedApproval): string {
  switch (refusal) {
    case "recently_recovered":
      return "Your credentials were replaced less than 24 hours ago: until then, or until another administrator confirms that it is you, you decide nothing at L4 and L5.";
    case "new_in_office":
      return "You have been an approver for less than 24 hours: until then somebody else has to approve this.";
    case "own_proposal":
      return `${ownParts[because ?? ""] ?? "You have a part in this proposal"}: at this tier somebody else has to approve it.`;
    case "not_independent":
      return `You and ${because ?? "somebody who has a part in this"} count as one here, because one of you, or the same person, gave the other access: somebody else has to approve this.`;
  }
}

/**
 * About a version that this person has not made yet: they would be its author. Null: they may decide it, or somebody else's
 * approval is needed anyway.
 */
export function whyNotSoleAuthor(facts: {
  /** 1–5. */
  riskLevel: number;
  requiredApprovals: number;
  /** People of the tenant who may approve, including this person if they may. */
  approverCount: number;
}): string | null {
  if (facts.riskLevel < 4 || facts.requiredApprovals > 1 || facts.approverCount < 2) return null;
  return "You may not decide it alone: you would be its author.";
}
