import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { ROLES, type Role } from "@/lib/core/access/principal";
import {
  type InteractionChannel,
  type InteractionStatus,
  type InteractionType,
  type TimeoutAction,
  WARNING_SECONDS,
} from "@/lib/core/interaction/interaction";
import { durationText } from "@/lib/view/time";
import { type Tone, countWords } from "@/lib/view/words";
import { answerText } from "./answer-words";

/** Sentences about a question to people. Names in them came from outside. */

export const TYPE_WORDS: Readonly<Record<InteractionType, string>> = {
  approval: "Approval",
  input: "Input",
  selection: "Selection",
  review: "Review",
};

export const TYPE_HINTS: Readonly<Record<InteractionType, string>> = {
  approval: "Yes or no, with a comment.",
  selection: "One of the options that you name, or several of them.",
  input: "A form, as a JSON Schema says.",
  review: "A verdict and a comment, or a form of your own.",
};

interface StatusWords {
  title: string;
  tone: Tone;
  shape: "clock-3" | "check" | "hourglass" | "circle-slash";
}

export const QUESTION_STATUS_WORDS: Readonly<Record<InteractionStatus, StatusWords>> = {
  pending: { title: "Open", tone: "neutral", shape: "clock-3" },
  responded: { title: "Answered", tone: "good", shape: "check" },
  timeout: { title: "Time is over", tone: "warn", shape: "hourglass" },
  cancelled: { title: "Cancelled", tone: "neutral", shape: "circle-slash" },
};

/** The sweep may be a minute late: the time itself counts. */
export const isOpenAt = (
  { status, timeout_at: at }: Pick<InteractionView, "status" | "timeout_at">,
  now: number,
) => status === "pending" && Date.parse(at) > now;

export const statusWordsAt = (question: InteractionView, now: number): StatusWords =>
  QUESTION_STATUS_WORDS[
    question.status === "pending" && !isOpenAt(question, now) ? "timeout" : question.status
  ];

/** True in the last 15 minutes of a question that lasts longer. */
export const isEndingSoon = (question: InteractionView, now: number): boolean =>
  isOpenAt(question, now) &&
  question.timeout_seconds > WARNING_SECONDS &&
  Date.parse(question.timeout_at) - now <= WARNING_SECONDS * 1_000;

export const reminderWords = ({
  reminders_sent: sent,
}: Pick<InteractionView, "reminders_sent">): string | null =>
  sent === 0 ? null : sent === 1 ? "Reminded once" : `Reminded ${sent} times`;

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: "Any viewer",
  approver: "Any approver",
  steward: "Any steward",
  admin: "Any administrator",
};

/** The roles that a question can name. */
export const roleResponders = ROLES.map((role) => ({
  value: `role:${role}` as const,
  name: ROLE_WORDS[role],
}));

/** One of those who are asked, and how far it has come with them. */
export interface ResponderLine {
  place: number;
  name: string;
  /** `answered`: by `by`. `later`: they are asked when the ones before have answered, or have not for too long. */
  state: "answered" | "asked" | "later";
  by: string | null;
  /** The channel of the answer. Null: it was given in the app, or there is none. */
  channel: InteractionChannel | null;
}

export function responderLines(question: InteractionView): ResponderLine[] {
  return question.responders.map((responder, index) => {
    const place = index + 1;
    const { by = null, channel = "in_app" } = question.answered.find((one) => one.place === place) ?? {};
    const name =
      "role" in responder
        ? ROLE_WORDS[responder.role]
        : (question.responder_names[index] ?? "Somebody who left");
    const state = by !== null ? "answered" : place <= question.asked ? "asked" : "later";
    return {
      place,
      name,
      state,
      by: by === name ? null : by,
      channel: channel === "in_app" ? null : channel,
    };
  });
}

export const responderNames = (question: InteractionView): string =>
  responderLines(question)
    .map(({ name }, index) => ("role" in question.responders[index]! ? name.toLowerCase() : name))
    .join(", ");

/** `2 of 3 have answered.` */
export function ruleWords(question: InteractionView): string {
  const { rule, answers_given: given, answers_needed: needed, responders } = question;
  const so = given === 0 ? "Nobody has answered yet." : null;
  const asked = responders.length;
  switch (rule) {
    case "first":
      return asked === 1 && "user_id" in responders[0]!
        ? "Their answer ends it."
        : "The first answer ends it.";
    case "all": {
      const all = question.in_order
        ? "Each is asked when the one before has answered."
        : "Each of them has to answer.";
      return `${all} ${so ?? `${given} of ${asked} ${have(given)} answered.`}`;
    }
    case "n_of_m":
      return `${countWords(needed, "answer")} of different people ${needed === 1 ? "is" : "are"} needed. ${so ?? `${given} of ${needed} ${have(given)} answered.`}`;
  }
}

const have = (count: number) => (count === 1 ? "has" : "have");

/** For a list: `2 of 3`; null where one answer ends it. */
export const progressText = ({
  rule,
  answers_given: given,
  answers_needed: needed,
}: InteractionView): string | null => (rule === "first" ? null : `${given} of ${needed}`);

export const escalationWords = ({ escalate_after_seconds: after }: InteractionView): string | null =>
  after === null
    ? null
    : `The next one is asked as well each time that nobody answers for ${durationText(after * 1_000)}.`;

const TIMEOUT_WORDS: Readonly<Record<TimeoutAction, string>> = {
  fail: "The asker counts it as a failure.",
  continue: "The asker continues without an answer.",
  default_response: "A default counts as the answer",
};

/** The consequence when nobody answers. Apart from the default answer, which came from outside, it is ours. */
export function timeoutWords(question: InteractionView): { text: string; defaultAnswer: string | null } {
  const { timeout_action: action, default_response: value } = question;
  const hasDefault = action === "default_response";
  if (!hasDefault) return { text: TIMEOUT_WORDS[action], defaultAnswer: null };
  if (value === null) return { text: `${TIMEOUT_WORDS[action]}.`, defaultAnswer: null };
  return { text: `${TIMEOUT_WORDS[action]}:`, defaultAnswer: answerText(question, value) };
}

/** How it ended, in a sentence; null: it is open. */
export function endWords(question: InteractionView, now: number): string | null {
  if (isOpenAt(question, now)) return null;
  const { status, response, answers_given: given } = question;
  switch (status) {
    case "cancelled":
      return `${question.cancelled_by ?? "The asker"} cancelled it.`;
    case "responded":
      if (!response?.by) return "It has been answered.";
      return given > 1
        ? `${countWords(given, "person", "people")} answered, ${response.by} last.`
        : `${response.by} answered.`;
    case "pending":
    case "timeout":
      return given > 0 ? "Time is over, and too few have answered." : "Time is over: nobody answered.";
  }
}

/** The same to somebody who was still answering. */
export function endedMeanwhileWords(question: InteractionView, now: number): string | null {
  const { status, response, rule, interaction_type: type } = question;
  const by = status === "responded" ? response?.by : null;
  if (!by) return endWords(question, now);
  const isRefused =
    type === "approval" && (response!.answer as { approved?: unknown } | null)?.approved === false;
  if (isRefused) return `${by} said no, which ended it.`;
  return rule === "first" ? `${by} answered first.` : `Enough others have answered, ${by} last.`;
}

/** Why this person has nothing to answer; null: they have. */
export function whyNoAnswer(question: InteractionView, now: number): string | null {
  const { may_answer: may, redacted, asked_by_you: byYou, your_answer: own } = question;
  if (redacted) return HIDDEN_QUESTION;
  if (may || own !== null || !isOpenAt(question, now)) return null;
  return byYou
    ? "You asked this. The answers will appear here."
    : "Somebody else has answered in your place.";
}

/** Why one's own answer stays as it is; null: it can be changed, or there is none. */
export function finalWords({
  used_at: usedAt,
  asked_by: by,
  asked_by_you: byYou,
  your_answer: own,
  may_correct: may,
}: InteractionView): string | null {
  if (own === null || may) return null;
  if (usedAt === null) return "It stays as it is.";
  return byYou
    ? "You have read the result: answers stay as they are."
    : `${by} has read the result: your answer stays as it is.`;
}

/** In the place of its words, for administrators. */
export const HIDDEN_QUESTION =
  "You are neither asked nor did you ask it: its words and its answers are hidden from you.";
