import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { StreamedAction } from "@/lib/contract/monitoring/stream";
import type { DecideResult } from "@/lib/contract/actions/decision";
import type { Problem } from "@/lib/contract/problem";
import type { Decision } from "@/lib/core/action/proposed-action";
import { RISK_TIERS, tierLabel } from "@/lib/core/action/risk-tier";
import { relativeText } from "@/lib/view/time";
import { STATUS_WORDS } from "@/lib/view/action/status-words";
import { type Tone } from "@/lib/view/words";

/** The server's answer to a decision, as the card shows it. */
export interface Answer {
  /** The stable outcome or problem code. */
  code: string;
  tone: Tone;
  text: string;
  /** In one line, for a card whose change has to stay in view. */
  brief?: string;
  /** True where the action no longer waits: its card shows this text, then leaves. */
  leaves: boolean;
  /** Its write is on its way. */
  approved?: true;
  /** Until then (performance.now()) the viewer may take it back, and an approved write waits. */
  takeBackUntilMs?: number;
  goesToNetSuite?: boolean;
  /** To those who do not see the time run; absent: the text itself. */
  said?: string;
}

const done: Record<Decision, string> = { approve: "approved", reject: "rejected" };

/** The action no longer waits, and nothing went wrong. */
const ended = (code: string, text: string, tone: Tone = "neutral"): Answer => ({
  code,
  tone,
  text,
  leaves: true,
});

export function answerOf(
  result: DecideResult,
  { decision, goesToNetSuite, now, sentAtMs }: AnswerContext,
): Answer {
  const code = result.outcome;
  if (code === "vote_recorded") {
    const missing = result.required_approvals - result.approvals;
    return {
      code,
      tone: "good",
      text: `Your approval is recorded: ${result.approvals} of ${result.required_approvals}. ${missing === 1 ? "One more person has" : `${missing} more people have`} to approve; it waits in their inbox as #${result.id}.`,
      leaves: false,
    };
  }
  if (code === "already_decided") {
    const when = result.decided_at ? ` ${relativeText(result.decided_at, now)}` : "";
    return ended(code, `You had ${done[result.decision]} this already${when}. Nothing was done twice.`);
  }
  const graceMs = graceMsOf(result);
  const seconds = Math.round(graceMs / 1_000);
  const takeBack = graceMs === 0 ? {} : { takeBackUntilMs: sentAtMs + graceMs, goesToNetSuite };
  if (decision === "reject") {
    const rejected = ended(code, "Rejected. Nothing is written to NetSuite.");
    return graceMs === 0
      ? rejected
      : { ...rejected, ...takeBack, said: `${rejected.text} U takes it back for ${seconds} s.` };
  }
  const approved = ended(code, approvedWords(goesToNetSuite, 0), "good");
  const said = `${approvedWords(goesToNetSuite, seconds)} U takes it back until then.`;
  return { ...approved, approved: true, ...takeBack, ...(graceMs === 0 ? {} : { said }) };
}

interface AnswerContext {
  decision: Decision;
  goesToNetSuite: boolean;
  now: number;
  /** When it was sent, as performance.now() has it. */
  sentAtMs: number;
}

/** By the server's clock alone. 0: it cannot be taken back. */
function graceMsOf({ decided_at: from, take_back_until: until }: DecideResult): number {
  return from && until ? Math.max(0, Date.parse(until) - Date.parse(from)) : 0;
}

/** An approval, and its write: at once, or in so many seconds. */
export function approvedWords(goesToNetSuite: boolean, seconds: number): string {
  if (goesToNetSuite) return `Approved. It goes to NetSuite ${seconds === 0 ? "now" : `in ${seconds} s`}.`;
  return `Approved. Countersign keeps it ${seconds === 0 ? "here" : `in ${seconds} s`}.`;
}

const member = (problem: Problem, name: string): string | null => {
  const value = problem[name];
  return typeof value === "string" ? value : null;
};

const refusals: Record<string, Omit<Answer, "code">> = {
  expired: ended("expired", "It expired before your decision arrived. Nothing was written.", "warn"),
  not_found: ended("not_found", "This action does not exist any more, or is not yours to see.", "warn"),
  changed: {
    tone: "warn",
    text: "This is not what was on your screen. It has been loaded again: look before you decide.",
    leaves: false,
  },
  drifted: {
    tone: "warn",
    text: "Nothing was approved: the record changed in NetSuite. It has been read again: look before you decide.",
    leaves: false,
  },
  unauthenticated: {
    tone: "bad",
    text: "Your session has ended. Sign in again; nothing was decided.",
    leaves: false,
  },
};

/** A refusal in words for the person who was refused: truthful, and quiet where somebody else was merely faster. */
export function answerOfProblem(problem: Problem, now: number): Answer {
  const { code, detail } = problem;
  if (code === "tier_raised") return raised(problem);
  if (code !== "already_decided")
    return { ...(refusals[code] ?? { tone: "bad", text: detail, leaves: false }), code };
  const decision = member(problem, "decision");
  const by = member(problem, "decided_by");
  const at = member(problem, "decided_at");
  const verb = decision === "approve" || decision === "reject" ? done[decision] : null;
  return ended(code, verb && by ? `${by} ${verb} this${at ? ` ${relativeText(at, now)}` : ""}.` : detail);
}

/** Nothing went wrong: the same person may go on at the new tier. */
function raised({ code, detail, risk_level: level }: Problem): Answer {
  const tier = RISK_TIERS.find((one) => one === level);
  const brief = tier && `Nothing was approved: this is ${tierLabel(tier)} now.`;
  return { code, tone: "warn", text: detail, ...(brief && { brief }), leaves: false };
}

/** For a decision that the stream has just told of. Null: of anything else the action itself says more. */
export function answerOfChange(change: StreamedAction | undefined): Answer | null {
  if (change?.status !== "approved" && change?.status !== "rejected") return null;
  return ended(change.status, `${change.by} ${change.status} this just now.`);
}

/** For an action that ended without the viewer: who did what, when, and what became of it. */
export function answerOfStatus(action: ActionSummary, now: number): Answer {
  const { status: code, decision, decided_by: by, decided_at: at } = action;
  if (decision && by && at) {
    const since = code === "approved" || code === "rejected" ? "" : ` ${sinceDecided(action)}`;
    return ended(code, `${by} ${done[decision]} this ${relativeText(at, now)}.${since}`);
  }
  return ended(code, undecidedEnd(action, now));
}

/** After an approval. */
function sinceDecided({ status, superseded_by_id: successor }: ActionSummary): string {
  if ((status === "superseded" || status === "cancelled") && successor !== null)
    return `#${successor} has taken its place since.`;
  return `It is now ${STATUS_WORDS[status].toLowerCase()}.`;
}

function undecidedEnd(action: ActionSummary, now: number): string {
  const { status, ended_by: by, ended_at: endedAt, superseded_by_id: successor } = action;
  const when = relativeText(endedAt ?? action.applied_at ?? action.expires_at, now);
  if (status === "pending") return "This action is no longer in this list.";
  if (status === "expired") return `It expired ${when}: nobody decided in time.`;
  if (status === "superseded" && successor !== null)
    return `${by ?? "Somebody"} replaced this ${when}: #${successor} has taken its place.`;
  if (status === "cancelled") return `${by ?? "Its agent"} withdrew this ${when}.`;
  return `${STATUS_WORDS[status]} ${when}.`;
}

/** When no answer came back nobody may guess: the card is loaded again and shows what is true. */
export const NO_ANSWER: Answer = {
  code: "no_answer",
  tone: "bad",
  text: "No answer came back, so this may or may not have been decided. It is being reloaded; check its state before you try again.",
  leaves: false,
};

/** As many decisions are on their way as one tab may have. */
export const tooMany = (limit: number): Answer => ({
  code: "too_many",
  tone: "warn",
  text: `Nothing was sent: ${limit} decisions are still on their way. Wait for an answer, then press again.`,
  brief: "Nothing was sent: too many are on their way.",
  leaves: false,
});
