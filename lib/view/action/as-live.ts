import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { LiveView, Reproposal } from "@/lib/contract/actions/live-view";
import { formatValue } from "@/lib/view/decimal";

/** An action beside the record as it is now: under drift its figures are those of the present value. */

type Live = LiveView | undefined;

/** The proposal from the present value, where the record of a waiting action holds another one; null: nothing moved. */
export function driftOf(action: ActionSummary, live: Live): Reproposal | null {
  return action.status === "pending" && live?.state === "read" && live.drifted ? live.reproposal : null;
}

/** Why the record speaks against an approval; null: it does not, or nobody has looked. */
export function whyNotByRecord(action: ActionSummary, live: Live): string | null {
  return action.status === "pending" ? (live?.why_not_approvable ?? null) : null;
}

/**
 * The action as it would be proposed from the present value: sentence, differences, impact, facts, and the tier where it can
 * only be proposed again. An action that can be approved as it stands keeps its tier and its gesture.
 */
export function asLive<One extends ActionSummary>(action: One, live: Live): One {
  const now = driftOf(action, live);
  if (!now) return action;
  const { sentence, sayable, subject, details, about, changes, impact, movement_percent, weighed, facts } =
    now;
  const tier =
    whyNotByRecord(action, live) === null
      ? {}
      : {
          risk_level: now.risk_level,
          risk_rule: now.risk_rule,
          rule_words: now.rule_words,
          raised_from: null,
        };
  const ofDetail = "weighed" in action ? { movement_percent, weighed, facts } : {};
  const words = { sentence, sayable, subject, details, about, changes };
  return { ...action, ...words, impact, ...tier, ...ofDetail };
}

/** True where a stock would be left below zero. */
export const takesTooMuch = ({ changes }: Pick<Reproposal, "changes">): boolean =>
  changes.some(({ leaves }) => leaves?.startsWith("-") ?? false);

/** `Propose from $1.48`; of several values, or of text, without a figure. */
export function proposeFromWords(action: ActionSummary, now: Reproposal): string {
  const [change, ...others] = now.changes;
  const value = change?.proposed_live ?? null;
  if (!change || others.length > 0 || change.kind === "text" || value === null)
    return "Propose from the record as it is now";
  return `Propose from ${formatValue(value, change.kind, action.impact.currency)}`;
}

/**
 * True if a new live reading changes the meaning of a press: it now speaks for or against approval, the figures start from another
 * value, or the record can no longer be read. Before the first reading, the figures start from the proposal's own value.
 */
export function changesMeaning(before: Live, after: LiveView): boolean {
  if ((before?.why_not_approvable ?? null) !== after.why_not_approvable) return true;
  if (isDrifted(before) !== isDrifted(after)) return true;
  if (after.state === "unreadable") return before?.state !== "unreadable";
  return before?.state === "read" && after.state === "read" && !isSameReading(before, after);
}

const isDrifted = (live: Live) => live?.state === "read" && live.drifted;

/** The same state and the same values: whoever saw the one has seen the other. */
export function isSameReading(before: Live, after: LiveView): boolean {
  // A card that nobody has read yet shows the record as it was proposed from.
  if (!before) return after.state === "read" && !after.drifted;
  // So does one that could not be read.
  if (before.state === "unreadable" && after.state === "read")
    return !after.drifted && before.why_not_approvable === after.why_not_approvable;
  if (before.state !== after.state || before.why_not_approvable !== after.why_not_approvable) return false;
  if (before.state !== "read" || after.state !== "read") return true;
  const text = ({ values }: typeof before) =>
    JSON.stringify(values.map(({ field, value }) => [field, value]));
  return text(before) === text(after);
}
