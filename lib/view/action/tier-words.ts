import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import { tierLabel } from "@/lib/core/action/risk-tier";
import { plainWords } from "@/lib/view/words";

/** Words about the tier of an action: the rule behind it, whether it rose, and the proposer's claim. */

/** `item total from 1000 dollars today`; after it rose, `up from L3: item total …`. */
export function ruleWords({
  risk_rule,
  raised_from,
}: Pick<ActionSummary, "risk_rule" | "raised_from">): string {
  const rule = plainWords(risk_rule);
  return raised_from === null ? rule : `up from L${raised_from}: ${rule}`;
}

/** Null: it has the tier that it was proposed at. */
export function raisedWords({ raised_from }: Pick<ActionSummary, "raised_from">): string | null {
  if (raised_from === null) return null;
  return `It was ${tierLabel(raised_from)} when it was proposed. With the writes that were approved since, it weighs more.`;
}

/** Null: the agent claimed nothing. The claim was never weighed. */
export function claimWords({ claimed_risk_level }: Pick<ActionDetail, "claimed_risk_level">): string | null {
  return claimed_risk_level === null ? null : `it called this L${claimed_risk_level}, which is not weighed`;
}
