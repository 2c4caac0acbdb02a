import type { ActionDetail, ActionSummary } from "@/lib/contract/actions/action-view";
import { tierLabel } from "@/lib/core/action/risk-tier";
import { sentenceCase } from "@/lib/view/words";

/** Words about the tier of an action: the rule behind it, whether it rose, and the proposer's claim. */

/** `It moves by 5 % or more`; after it rose, `Up from L3: the item's writes of 24 hours reach $1,000`. */
export function ruleWords({
  rule_words: words,
  raised_from,
}: Pick<ActionSummary, "rule_words" | "raised_from">): string {
  return raised_from === null ? sentenceCase(words) : `Up from L${raised_from}: ${words}`;
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
