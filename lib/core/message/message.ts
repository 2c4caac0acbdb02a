/**
 * This room holds the rules of messages to people: their states, what a message does next, when it is sent again, and when a channel
 * counts as failing. What a message is about is a question or a proposed action.
 */

import type { Transitions } from "@/lib/core/transitions";

export const CHANNEL_KINDS = [
  "slack",
  "email",
  "webhook",
  "teams",
  "discord",
  "telegram",
  "web_push",
] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** True for every channel but the webhook: behind that is a machine, which gets the questions that a person lets it answer and no actions. */
export const carriesActions = (kind: ChannelKind): boolean => kind !== "webhook";

export const ACCOUNT_STATES = ["open", "broken", "closed"] as const;
export const CHANNEL_HEALTHS = ["ok", "failing"] as const;
export type ChannelHealth = (typeof CHANNEL_HEALTHS)[number];

/**
 * The life of a message.
 *
 * ```mermaid
 * stateDiagram-v2
 *   [*] --> due
 *   due --> sending: a sender leases it
 *   unknown --> sending: one look, ten minutes later
 *   sending --> sent: the provider took it
 *   sending --> due: it was not sent, and is tried again
 *   sending --> unknown: it may have arrived
 *   sending --> failed: the provider will never take it
 *   sending --> closed: nobody needs it any more
 *   sent --> due: its subject changed, or a reminder is due
 *   sent --> failed: a mail server returned it
 *   unknown --> failed: the same
 *   unknown --> due: the same
 *   unknown --> sent: whoever sent it reports late
 *   sent --> closed: its subject ended an hour ago
 *   unknown --> closed: the same
 * ```
 */
export const MESSAGE_STATES = ["due", "sending", "sent", "unknown", "failed", "closed"] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

export const MESSAGE_TRANSITIONS: Transitions<MessageState> = {
  due: ["sending"],
  sending: ["sent", "due", "unknown", "failed", "closed"],
  sent: ["due", "failed", "closed"],
  unknown: ["sending", "due", "sent", "failed", "closed"],
  failed: [],
  closed: [],
};

/** Longer than any channel may take for an attempt, which is 30 seconds. */
export const LEASE_SECONDS = 60;
/** So long after a first copy of which nobody knows whether it arrived. */
export const UNKNOWN_SECONDS = 600;

/** How a channel keeps people up to date: it changes the card that stands there, or it sends another message after it. */
export type Following = "in_place" | "follow_up";
