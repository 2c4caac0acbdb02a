import type { Setting, Talk } from "@/lib/view/chat/replay";
import { creditQuestion } from "./credit-question";
import { mailDraft } from "./mail-draft";
import { morningReview } from "./morning-review";
import { whatIsRefused } from "./what-is-refused";

export interface Script {
  /** Stands in the conversation's id. */
  name: string;
  title: string;
  text: string;
  talk: (setting: Setting) => Talk;
}

export const SCRIPTS: readonly Script[] = [
  {
    name: "morning",
    title: "Run the morning review",
    text: "A note that goes by itself, then a price that you decide. Reject it with another price, and it is taken up.",
    talk: morningReview,
  },
  {
    name: "credit",
    title: "Ask for more credit",
    text: "A high tier: whoever asks is not the one who approves, where somebody else can.",
    talk: creditQuestion,
  },
  {
    name: "mail",
    title: "Draft a mail",
    text: "One tap, and the draft is kept for you to send by hand. Nothing leaves Countersign.",
    talk: mailDraft,
  },
  {
    name: "refused",
    title: "See what is refused",
    text: "Four wrong calls, and what the gateway answers to each. Nothing is written.",
    talk: whatIsRefused,
  },
];

const pattern = /^chat-([a-z]+)-([a-z0-9]{8,32})$/;

/** The script that a conversation's id names, and its mark; null for an id that is none of ours. */
export function conversationOf(id: string): { id: string; script: Script; mark: string } | null {
  const match = pattern.exec(id);
  const script = SCRIPTS.find(({ name }) => name === match?.[1]);
  return match && script ? { id, script, mark: match[2]! } : null;
}

/** `random`: letters and digits that no other conversation has. */
export function newConversation({ name }: Script, random: string): string {
  return `chat-${name}-${random.replaceAll("-", "").slice(0, 12)}`;
}
