import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { EndResult, VersionResult } from "@/lib/contract/actions/amend";
import type { RetryResult } from "@/lib/contract/monitoring/dead-letters";
import type { Problem } from "@/lib/contract/problem";
import { tierLabel, type RiskTier } from "@/lib/core/action/risk-tier";
import type { ResultOf } from "@/lib/operations";
import type { OperationResult } from "@/lib/http/server-action";
import { formatValue } from "@/lib/view/decimal";
import { exactText } from "@/lib/view/time";
import { sentenceCase, type Tone } from "@/lib/view/words";

/** The server's answers to amendments in words. */

export interface AmendAnswer {
  code: string;
  tone: Tone;
  text: string;
  /** The new version to look at. */
  versionId: number | null;
}

/** A new version in one breath: its number, its tier, the value it starts from, and who may approve it. */
export function answerOfVersion(
  verb: "edit" | "undo" | "repropose",
  action: ActionSummary,
  { id, risk_level, drift, own_approval }: VersionResult,
): AmendAnswer {
  const openings = {
    edit: `Saved as #${id}, which`,
    undo: `#${id} would take it back and`,
    repropose: `Proposed again as #${id}, which`,
  };
  const opening = `${openings[verb]} waits for a decision: ${tierLabel(risk_level as RiskTier)}.`;
  const text = [opening, driftWords(action, drift), own_approval].filter(Boolean).join(" ");
  return { code: "version", tone: "good", text, versionId: id };
}

/** A refusal in the server's own words, and the version that it names. */
export function answerOfProblem(problem: Problem): AmendAnswer {
  const named = problem.successor_id ?? problem.undo_id;
  const versionId = typeof named === "number" ? named : null;
  return { code: problem.code, tone: "bad", text: problem.detail, versionId };
}

/** Where the new version starts from another value than the earlier one; empty where it does not. */
function driftWords(action: ActionSummary, drift: VersionResult["drift"]): string {
  return drift
    .filter(({ proposed_from, now }) => proposed_from !== null && proposed_from !== now)
    .map(({ field, proposed_from, now }) => {
      const change = action.changes.find((entry) => entry.field === field);
      const valueText = (value: string | null) =>
        value === null ? "empty" : formatValue(value, change?.kind ?? "text", action.impact.currency);
      return `${sentenceCase(change?.label ?? field)} starts from ${valueText(now)} now, not ${valueText(proposed_from)}.`;
    })
    .join(" ");
}

export function answerOfEnd(
  verb: "withdraw" | "cancel",
  { pushes_cancelled: pushes }: EndResult,
): AmendAnswer {
  const text =
    verb === "withdraw"
      ? "Withdrawn. Nothing is written to NetSuite."
      : `Cancelled${pushes > 0 ? " before anything was written" : ""}. Nothing is sent to NetSuite.`;
  return { code: "ended", tone: "neutral", text, versionId: null };
}

export function answerOfExtension({ expires_at }: ResultOf<"extendAction">): AmendAnswer {
  return {
    code: "extended",
    tone: "good",
    text: `Extended until ${exactText(expires_at)}.`,
    versionId: null,
  };
}

export function answerOfRetry(result: RetryResult): AmendAnswer {
  const text =
    result.status === "unknown"
      ? "Asked for: NetSuite is asked first what became of it."
      : "Asked for: it is back in the queue and goes out when its turn comes.";
  return { code: result.status, tone: "good", text, versionId: null };
}

export function inWords<T>(
  answered: OperationResult<T>,
  words: (result: T) => AmendAnswer,
): OperationResult<AmendAnswer> {
  return answered.ok ? { ok: true, result: words(answered.result) } : answered;
}
