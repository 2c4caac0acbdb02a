import type { TierRuleRow } from "@/db/queries/actions/tier-rules";
import { tierLabel } from "@/lib/core/action/risk-tier";
import { thresholdFault } from "@/lib/core/action/threshold-range";
import type { ThresholdDraft } from "@/lib/contract/settings/thresholds";
import { AppError } from "@/lib/core/errors";

/**
 * A drafted change against the rule that it names.
 * @throws AppError not_found 404; validation_failed 422 naming `at_least` or `tier`.
 */
export function checkDraft(rules: readonly TierRuleRow[], draft: ThresholdDraft): void {
  const rule = rules.find((one) => one.actionType === draft.action_type && one.name === draft.name);
  if (!rule)
    throw new AppError("not_found", "There is no such rule: GET /api/thresholds names those that there are.");
  const fault = thresholdFault(rule.measure, draft.at_least);
  if (fault !== null)
    throw faultyField("at_least", fault, "This rule cannot begin at that figure; see errors.");
  if (draft.tier < rule.tierMin) throw needsAPerson();
}

/** The refusal of a rule that would put L1 on a type that always needs a person. */
export function needsAPerson(): AppError {
  return faultyField(
    "tier",
    `must be 2 at least: ${tierLabel(1)} is for types that ship as trivial`,
    "Writes of this type always need a person, so that none of them is L1.",
  );
}

function faultyField(path: string, message: string, sentence: string): AppError {
  return new AppError("validation_failed", sentence, { issues: [{ path, message }] });
}
