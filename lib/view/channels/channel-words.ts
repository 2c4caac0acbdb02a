import type { OutcomeKind } from "@/lib/core/action/notice";
import type { ChannelKind, MessageState } from "@/lib/core/message/message";

/** Channels and messages, in words. */

export const CHANNEL_TITLES: Readonly<Record<ChannelKind, string>> = {
  email: "Mail",
  slack: "Slack",
  webhook: "Webhook",
  teams: "Teams",
  discord: "Discord",
  telegram: "Telegram",
  web_push: "Browser notifications",
};

export const MESSAGE_WORDS: Readonly<
  Record<MessageState, { title: string; tone: "neutral" | "good" | "warn" | "bad" }>
> = {
  due: { title: "Waiting", tone: "neutral" },
  sending: { title: "Being sent", tone: "neutral" },
  sent: { title: "Sent", tone: "good" },
  unknown: { title: "Perhaps sent", tone: "warn" },
  failed: { title: "Not sent", tone: "bad" },
  closed: { title: "Ended", tone: "neutral" },
};

/** In the place of its state. */
export const RETURNED_WORDS = { title: "Came back", tone: "bad" } as const;
/** The badge beside a channel's state. */
export const REPORTED_WORDS = { title: "Reported as spam", tone: "warn" } as const;

export const OUTCOME_TITLES: Readonly<Record<OutcomeKind, string>> = {
  stale: "Not written",
  dead: "Gave up",
  mismatch: "Reads back differently",
  partial: "Written in part",
};
