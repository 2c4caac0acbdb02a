import type { ActionSummary } from "@/lib/contract/action-view";
import type { BulkDecideResult } from "@/lib/contract/decision";
import { tierMeaning } from "@/lib/core/action/risk-tier";
import type { Decision } from "@/lib/core/action/proposed-action";
import { formatCents } from "@/lib/view/decimal";
import type { Answer } from "@/components/action/decide/outcome";
import { countWords } from "@/lib/view/words";

/** A bulk decision that was answered, with the actions that it named. */
export interface BulkOutcome {
  decision: Decision;
  actions: readonly ActionSummary[];
  result: BulkDecideResult;
}

export interface BulkChoice {
  approvable: ActionSummary[];
  /** L4, L5, what asks for a step-up and what may deceive the eye: approved one by one; rejecting in bulk is possible. */
  singly: number;
  /** `$3,480 in all`, or several currencies, or how many are not known: of what can be approved, and of everything. */
  approvableWorth: string;
  worth: string;
}

export function bulkChoice(selected: readonly ActionSummary[]): BulkChoice {
  const approvable = selected.filter(
    (action) =>
      tierMeaning(action.risk_level).bulkApprovable &&
      !action.requires_step_up &&
      action.inspectable &&
      !action.suspicious_text &&
      !action.approved_by_me,
  );
  return {
    approvable,
    singly: selected.length - approvable.length,
    approvableWorth: worthOf(approvable),
    worth: worthOf(selected),
  };
}

function worthOf(actions: readonly ActionSummary[]): string {
  const sums = new Map<string, number>();
  let unknown = 0;
  for (const { impact } of actions) {
    if (impact.cents === null) unknown += 1;
    else sums.set(impact.currency, (sums.get(impact.currency) ?? 0) + Math.abs(impact.cents));
  }
  const amounts = [...sums]
    .map(([currency, cents]) => formatCents(cents, currency, { short: true }))
    .join(" + ");
  if (amounts === "") return unknown > 0 ? "impact not known" : "";
  return `${amounts} in all${unknown > 0 ? `, ${unknown} not known` : ""}`;
}

type Row = BulkDecideResult["results"][number];
const leaving = new Set(["claimed", "already_decided", "expired", "not_found", "cancelled", "superseded"]);
const good = new Set(["claimed", "vote_recorded"]);

export function answerOfRow(row: Row): Answer {
  const tone = good.has(row.outcome) ? "good" : row.outcome === "already_decided" ? "neutral" : "warn";
  return { code: row.outcome, tone, text: row.message, leaves: leaving.has(row.outcome) };
}

/** `11 approved, 1 not` */
export function bulkSummary(result: BulkDecideResult, decision: Decision): string {
  const done = result.results.filter((row) => good.has(row.outcome)).length;
  const rest = result.results.length - done;
  const word = decision === "approve" ? "approved" : "rejected";
  return rest === 0
    ? `${countWords(done, "action")} ${word}`
    : `${countWords(done, "action")} ${word}, ${rest} not`;
}
