import type { OutcomeKind } from "@/lib/core/action/notice";
import { type QuietHours, quietEndAt } from "./quiet-hours";
import { type Reach, type Verdict, withoutMessage } from "./routing";

/**
 * Chooses which of the people who decided on a write are told outside the app that it went wrong, and when. Rules of the company and
 * deputies have no say: these people answer for the write. Pure.
 */

export interface ChannelPreference {
  questions: boolean;
  tierMin: number | null;
  /** Null: they did not say. */
  outcomes: boolean | null;
}

/**
 * Whether a person is told by this channel how writes that they decided on went wrong. Unless they said so, wherever they hear of
 * anything else: who chose nothing hears of questions.
 *
 * @param preference Null: they chose nothing for it.
 */
export function wantsOutcomes(preference: ChannelPreference | null): boolean {
  if (preference === null) return true;
  return preference.outcomes ?? (preference.questions || preference.tierMin !== null);
}

export interface Decider {
  userId: number;
  name: string;
  /** False: they approved nothing, and signed the standing authorisation under which it was approved. */
  approved: boolean;
  /** False: they may no longer see what an action holds. */
  seesContent: boolean;
  /** In the app, since it came about. */
  dismissed: boolean;
  quietHours: QuietHours | null;
  reach: readonly Reach[];
}

export interface DecidedOutcome {
  kind: OutcomeKind;
  tier: number;
}

/** These leave in quiet hours too. */
const AT_ONCE_FROM_TIER = 4;

const OUTCOME_WORDS: Readonly<Record<OutcomeKind, string>> = {
  stale: "it went stale",
  dead: "its write gave up",
  mismatch: "its write reads back differently",
  partial: "some of its lines were not written",
};

export const outcomeVerdicts = (
  outcome: DecidedOutcome,
  deciders: readonly Decider[],
  now: Date,
): Verdict[] => deciders.map((decider) => verdictOn(outcome, decider, now));

function verdictOn({ kind, tier }: DecidedOutcome, decider: Decider, now: Date): Verdict {
  const { userId, name, quietHours, reach } = decider;
  const why = `${decider.approved ? "Approved it" : "Signed for it"}, and ${OUTCOME_WORDS[kind]}`;
  const by = reach.filter(({ isPreferred }) => isPreferred);
  const whyNot = reasonNotToSend(decider, by);
  if (whyNot !== null) return { ...withoutMessage(decider), why: `${why}. ${whyNot}` };
  const urgent = tier >= AT_ONCE_FROM_TIER;
  const quietEnd = urgent ? null : quietEndAt(quietHours, now);
  const verdict = { userId, name, by, urgent, digestOn: null, byRule: false };
  return quietEnd === null
    ? { ...verdict, at: now, why }
    : { ...verdict, at: quietEnd, why: `${why}; told after their quiet hours` };
}

/** Null: they are told. */
function reasonNotToSend(
  { seesContent, dismissed, reach }: Decider,
  preferred: readonly Reach[],
): string | null {
  if (!seesContent) return "They may no longer see it";
  if (dismissed) return "They have seen it in the app";
  if (reach.length === 0) return "No channel reaches them";
  return preferred.length === 0 ? "They chose not to hear of it" : null;
}
