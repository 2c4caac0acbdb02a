import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { BulkDecideResult } from "@/lib/contract/actions/decision";
import type { LiveView } from "@/lib/contract/actions/live-view";
import { conflictInBulkWords } from "@/lib/core/action/bulk-conflict";
import { markWarning } from "@/lib/core/action/marks";
import { whyNotInBulk } from "@/lib/core/action/unshown";
import type { Decision } from "@/lib/core/action/proposed-action";
import { asLive, whyNotByRecord } from "@/lib/view/action/as-live";
import { relatedActionWords } from "@/lib/view/action/related-actions";
import { impactCentsOf } from "@/lib/view/action/facts";
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
  /**
   * Approved one by one, each with the reason: L4, L5, step-ups, one's own votes, what a list does not show whole, and what conflicts
   * with another one of the selection.
   */
  singly: { action: ActionSummary; why: string }[];
  /** `$3,480 in all`, or several currencies, or how many are not known: of what can be approved, and of everything. */
  approvableWorth: string;
  worth: string;
}

export function bulkChoice(selected: readonly ActionSummary[]): BulkChoice {
  const approvable: ActionSummary[] = [];
  const singly: BulkChoice["singly"] = [];
  const conflicts = conflictsWithin(selected);
  for (const action of selected) {
    const why = whyNotHere(action, conflicts.get(action.id)!);
    if (why === null) approvable.push(action);
    else singly.push({ action, why });
  }
  return {
    approvable,
    singly,
    approvableWorth: worthOf(approvable),
    worth: worthOf(selected),
  };
}

export type Readings = ReadonlyMap<number, LiveView>;

/** The same beside the records as they are now: where one speaks against an approval, its action is left out and says why. */
export function withReadings(
  { approvable: before, singly, worth }: BulkChoice,
  readings: Readings,
): BulkChoice {
  const approvable: ActionSummary[] = [];
  const against: BulkChoice["singly"] = [];
  for (const action of before) {
    const live = readings.get(action.id);
    const why = whyNotByRecord(action, live);
    const current = asLive(action, live);
    if (why === null) approvable.push(current);
    else against.push({ action: current, why });
  }
  return { approvable, singly: [...against, ...singly], approvableWorth: worthOf(approvable), worth };
}

/** The server's rules, and the viewer's earlier vote, which counts once. */
function whyNotHere(action: ActionSummary, conflicts: readonly number[]): string | null {
  if (action.approved_by_me)
    return "You have already approved it; the next approval has to come from somebody else.";
  const { risk_level: riskLevel, requires_step_up: requiresStepUp, unshown } = action;
  return conflictInBulkWords(conflicts) ?? whyNotInBulk({ riskLevel, requiresStepUp, unshown });
}

/** Either of the two may name the other: each names twenty at most, and a list that is read in parts is not of one moment. */
function conflictsWithin(selected: readonly ActionSummary[]): Map<number, number[]> {
  const found = new Map(selected.map(({ id }) => [id, new Set<number>()]));
  for (const { id, conflicts_with: others } of selected)
    for (const other of others)
      if (found.has(other.id)) {
        found.get(id)!.add(other.id);
        found.get(other.id)!.add(id);
      }
  return new Map([...found].map(([id, others]) => [id, [...others].toSorted((a, b) => a - b)]));
}

/** The note beside the button: why part of the selection is left out (`2 of them are approved one by one: …`). Null: nothing is. */
export function singlyWords({ approvable, singly }: BulkChoice): string | null {
  if (singly.length === 0) return null;
  const isOne = singly.length === 1;
  const which =
    approvable.length === 0
      ? isOne
        ? "This one is"
        : "These are"
      : `${singly.length} of them ${isOne ? "is" : "are"}`;
  return `${which} approved one by one: L4, L5, what conflicts within the selection and what the list does not show whole are not approved in bulk.`;
}

function worthOf(actions: readonly ActionSummary[]): string {
  const sums = new Map<string, number>();
  let unknown = 0;
  for (const { impact } of actions) {
    const cents = impactCentsOf(impact);
    if (cents === null) unknown += 1;
    else sums.set(impact.currency, (sums.get(impact.currency) ?? 0) + Math.abs(cents));
  }
  const amounts = [...sums]
    .map(([currency, cents]) => formatCents(cents, currency, { short: true }))
    .join(" + ");
  if (amounts === "") return unknown > 0 ? "impact not known" : "";
  return `${amounts} in all${unknown > 0 ? `, ${unknown} not known` : ""}`;
}

/** A row warns of what its card warns of: marks, and others that wait for the same record. */
export function warningsOf(action: ActionSummary): string[] {
  const related = relatedActionWords(action);
  return [...action.marks.map(markWarning), ...(related === null ? [] : [related])];
}

type Row = BulkDecideResult["results"][number];
const leaving = new Set(["claimed", "already_decided", "expired", "not_found", "cancelled", "superseded"]);
const good = new Set(["claimed", "vote_recorded"]);

export function answerOfRow(row: Row): Answer {
  const tone = good.has(row.outcome) ? "good" : row.outcome === "already_decided" ? "neutral" : "warn";
  return { code: row.outcome, tone, text: row.message, leaves: leaving.has(row.outcome) };
}

/** Names who ended the row: this bulk decision, or somebody else. */
export const doerOfRow = (row: Row) => (good.has(row.outcome) ? "viewer" : "others");

/** `11 approved, 1 not` */
export function bulkSummary(result: BulkDecideResult, decision: Decision): string {
  const done = result.results.filter((row) => good.has(row.outcome)).length;
  const rest = result.results.length - done;
  const word = decision === "approve" ? "approved" : "rejected";
  return rest === 0
    ? `${countWords(done, "action")} ${word}`
    : `${countWords(done, "action")} ${word}, ${rest} not`;
}
