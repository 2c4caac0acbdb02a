import type { DecideResult } from "@/lib/contract/actions/decision";
import type { Problem } from "@/lib/contract/problem";
import type { Decision } from "@/lib/core/action/proposed-action";
import { RISK_TIERS, tierLabel } from "@/lib/core/action/risk-tier";
import { relativeText } from "@/lib/view/time";
import { type Answer, approvedWords, DECIDED, ended, SIGNED_OUT } from "./outcome";

/** The server's answer to a decision, in words. Like the code that sends one, this file is loaded with the first sign of a hand. */
export function answerOf(
  result: DecideResult,
  { decision, goesToNetSuite, now, sentAtMs, wait }: AnswerContext,
): Answer {
  const code = result.outcome;
  if (code === "vote_recorded") {
    const missing = result.required_approvals - result.approvals;
    return {
      code,
      tone: "good",
      text: `Your approval is recorded: ${result.approvals} of ${result.required_approvals}. ${missing === 1 ? "One more person has" : `${missing} more people have`} to approve; it waits in their inbox as #${result.id}.`,
      brief: `Approval ${result.approvals} of ${result.required_approvals} is recorded: ${missing} more needed.`,
      leaves: false,
    };
  }
  if (code === "already_decided") {
    const when = result.decided_at ? ` ${relativeText(result.decided_at, now)}` : "";
    return ended(code, `You had ${DECIDED[result.decision]} this already${when}. Nothing was done twice.`);
  }
  const graceMs = graceMsOf(result);
  const seconds = Math.round(graceMs / 1_000);
  const takeBack = graceMs === 0 ? {} : { takeBackUntilMs: sentAtMs + graceMs };
  if (decision === "reject") {
    const rejected = ended(code, "Rejected. Nothing is written to NetSuite.");
    return graceMs === 0
      ? rejected
      : { ...rejected, ...takeBack, said: `${rejected.text} U takes it back for ${seconds} s.` };
  }
  const approved = ended(code, approvedWords(goesToNetSuite, 0, wait), "good");
  const until = wait === null ? "until then" : `for ${seconds} s`;
  const said = `${approvedWords(goesToNetSuite, seconds, wait)} U takes it back ${until}.`;
  return { ...approved, approved: true, goesToNetSuite, ...takeBack, ...(graceMs === 0 ? {} : { said }) };
}

interface AnswerContext {
  decision: Decision;
  goesToNetSuite: boolean;
  now: number;
  /** When it was sent, as performance.now() has it. */
  sentAtMs: number;
  /** Why its write does not leave now, as `waitWords` says it; null: it leaves. */
  wait: string | null;
}

/** The length of the grace in ms, by the server's clock alone. 0: the decision cannot be taken back. */
function graceMsOf({ decided_at: from, take_back_until: until }: DecideResult): number {
  return from && until ? Math.max(0, Date.parse(until) - Date.parse(from)) : 0;
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
  unauthenticated: SIGNED_OUT,
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
  const verb = decision === "approve" || decision === "reject" ? DECIDED[decision] : null;
  return ended(code, verb && by ? `${by} ${verb} this${at ? ` ${relativeText(at, now)}` : ""}.` : detail);
}

/** Nothing went wrong: the same person may go on at the new tier. */
function raised({ code, detail, risk_level: level }: Problem): Answer {
  const tier = RISK_TIERS.find((one) => one === level);
  const brief = tier && `Nothing was approved: this is ${tierLabel(tier)} now.`;
  return { code, tone: "warn", text: detail, ...(brief && { brief }), leaves: false };
}

/** When no answer came back nobody may guess: the card is loaded again and shows what is true. */
export const NO_ANSWER: Answer = {
  code: "no_answer",
  tone: "bad",
  text: "No answer came back, so this may or may not have been decided. It is being reloaded; check its state before you try again.",
  leaves: false,
};
