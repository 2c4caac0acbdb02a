import type { ReplyView } from "@/lib/contract/interactions/replies";
import type { InteractionChannel, ReplyReading, Relevance } from "@/lib/core/interaction/interaction";
import type { Tone } from "@/lib/view/words";

/** How pages speak of replies, which are free text that came in as the answer to a question. */

export const RELEVANCE_WORDS: Readonly<Record<Relevance, { title: string; tone: Tone }>> = {
  relevant: { title: "Belongs to the question", tone: "good" },
  uncertain: { title: "Unclear", tone: "warn" },
  filtered: { title: "Set aside", tone: "neutral" },
};

const READING_WORDS: Readonly<Record<ReplyReading, string>> = {
  yes: "It reads as a yes.",
  no: "It reads as a no.",
  value: "It names an answer.",
  conditional: "It agrees on a condition.",
  question: "It asks back.",
  delegation: "It names somebody else.",
  nothing: "It cannot be read as an answer.",
};

export const CHANNEL_NAMES: Readonly<Record<InteractionChannel, string>> = {
  slack: "Slack",
  email: "mail",
  webhook: "webhook",
  in_app: "the app",
  teams: "Teams",
  discord: "Discord",
  telegram: "Telegram",
  web_push: "push",
};

/** How it was read, and what that came to. */
export const readingWords = ({ reading, answered, drafted_answer: draft }: ReplyView): string => {
  const read = READING_WORDS[reading];
  if (answered) return `${read} It counts as the answer.`;
  return draft === null
    ? `${read} It answers nothing.`
    : `${read} This is a draft: it answers nothing by itself.`;
};
