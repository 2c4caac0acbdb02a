import type { ActionSummary } from "@/lib/contract/action-view";
import type { DecideResult } from "@/lib/contract/decision";
import type { Problem } from "@/lib/contract/problem";
import type { Decision } from "@/lib/core/action/proposed-action";
import { relativeText } from "@/lib/view/time";
import { statusWords } from "@/lib/view/action/status-words";
import { type Tone } from "@/lib/view/words";

/** The server's answer to a decision, as the card shows it. */
export interface Answer {
  /** The stable outcome or problem code. */
  code: string;
  tone: Tone;
  text: string;
  /** True where the action no longer waits: its card shows this text, then leaves. */
  leaves: boolean;
}

const done: Record<Decision, string> = { approve: "approved", reject: "rejected" };

export function answerOf(
  result: DecideResult,
  { asked, goesToNetSuite, now }: { asked: Decision; goesToNetSuite: boolean; now: number },
): Answer {
  const code = result.outcome;
  if (code === "vote_recorded") {
    const missing = result.required_approvals - result.approvals;
    return {
      code,
      tone: "good",
      text: `Your approval is recorded: ${result.approvals} of ${result.required_approvals}. ${missing === 1 ? "One more person has" : `${missing} more people have`} to approve.`,
      leaves: false,
    };
  }
  if (code === "already_decided") {
    const when = result.decided_at ? ` ${relativeText(result.decided_at, now)}` : "";
    return {
      code,
      tone: "neutral",
      text: `You had ${done[result.decision]} this already${when}. Nothing was done twice.`,
      leaves: true,
    };
  }
  const then = goesToNetSuite ? "It goes to NetSuite now." : "Countersign keeps it here.";
  return asked === "approve"
    ? { code, tone: "good", text: `Approved. ${then}`, leaves: true }
    : { code, tone: "neutral", text: "Rejected. Nothing is written to NetSuite.", leaves: true };
}

const member = (problem: Problem, name: string): string | null => {
  const value = problem[name];
  return typeof value === "string" ? value : null;
};

const refusals: Record<string, Omit<Answer, "code">> = {
  expired: {
    tone: "warn",
    text: "It expired before your decision arrived. Nothing was written.",
    leaves: true,
  },
  changed: {
    tone: "warn",
    text: "This is not what was on your screen. It has been loaded again: look before you decide.",
    leaves: false,
  },
  not_found: {
    tone: "warn",
    text: "This action does not exist any more, or is not yours to see.",
    leaves: true,
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
  if (code !== "already_decided")
    return { code, ...(refusals[code] ?? { tone: "bad", text: detail, leaves: false }) };
  const decision = member(problem, "decision");
  const by = member(problem, "decided_by");
  const at = member(problem, "decided_at");
  const verb = decision === "approve" || decision === "reject" ? done[decision] : null;
  const text = verb && by ? `${by} ${verb} this${at ? ` ${relativeText(at, now)}` : ""}.` : detail;
  return { code, tone: "neutral", text, leaves: true };
}

/** For an action that left the list without us: says what became of it. */
export function answerOfStatus(action: ActionSummary, now: number): Answer {
  const code = action.status;
  if (
    action.decision &&
    action.decided_by &&
    action.decided_at &&
    (code === "approved" || code === "rejected")
  ) {
    const text = `${action.decided_by} ${done[action.decision]} this ${relativeText(action.decided_at, now)}.`;
    return { code, tone: "neutral", text, leaves: true };
  }
  const ended = action.ended_at ?? action.applied_at;
  return {
    code,
    tone: "neutral",
    text: `${statusWords(code)}${ended ? ` ${relativeText(ended, now)}` : ""}.`,
    leaves: true,
  };
}

/** When no answer came back nobody may guess: the card is loaded again and shows what is true. */
export const NO_ANSWER: Answer = {
  code: "no_answer",
  tone: "bad",
  text: "No answer came back, so it is not known whether this was decided. It is being loaded again; look at its state before you try once more.",
  leaves: false,
};
