import type { ActionSummary } from "@/lib/contract/actions/action-view";
import type { StreamedAction } from "@/lib/contract/monitoring/stream";
import type { Decision } from "@/lib/core/action/proposed-action";
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
  /** Its write is on its way, to NetSuite or to our own tables. */
  approved?: true;
  /** The time (performance.now()) until which the viewer may take it back; an approved write waits for as long. */
  takeBackUntilMs?: number;
  goesToNetSuite?: boolean;
  /** To those who do not see the time run; absent: the text itself. */
  said?: string;
}

export const DECIDED: Record<Decision, string> = { approve: "approved", reject: "rejected" };

/** The action no longer waits, and nothing went wrong. */
export const ended = (code: string, text: string, tone: Tone = "neutral"): Answer => ({
  code,
  tone,
  text,
  leaves: true,
});

/** An approval, and the time of its write: at once, in so many seconds, or after a halt (`waitWords`). */
export function approvedWords(goesToNetSuite: boolean, seconds: number, wait?: string | null): string {
  const when = seconds > 0 ? `in ${seconds} s` : null;
  return goesToNetSuite
    ? `Approved. It goes to NetSuite ${wait ?? when ?? "now"}.`
    : `Approved. Countersign keeps it ${when ?? "here"}.`;
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
    return ended(code, `${by} ${DECIDED[decision]} this ${relativeText(at, now)}.${since}`);
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

/** Before or after a decision was sent. */
export const SIGNED_OUT: Answer = {
  code: "unauthenticated",
  tone: "bad",
  text: "Your session has ended. Sign in again; nothing was decided.",
  leaves: false,
};

/** The code that sends could not be loaded, as after a release or without a connection. */
export const NOT_LOADED: Answer = {
  code: "not_sent",
  tone: "bad",
  text: "Nothing was sent: the page could not load what it takes. Load it again, then try again.",
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
