import type { ChannelKind } from "./message";

/** The ways in for what providers deliver, each with the channel that it belongs to. Null: it begins runs of workflows. */
const CHANNEL_OF = {
  "slack/interactive": "slack",
  "slack/events": "slack",
  "mail/postmark": "email",
  "mail/sendgrid": "email",
  "mail/ses": "email",
  "mail/mailgun": "email",
  questions: "webhook",
  triggers: null,
} as const satisfies Record<string, ChannelKind | null>;

export type InboundRoute = keyof typeof CHANNEL_OF;
export const INBOUND_ROUTES = Object.keys(CHANNEL_OF) as InboundRoute[];

export const routesOfChannel = (kind: ChannelKind): InboundRoute[] =>
  INBOUND_ROUTES.filter((route) => CHANNEL_OF[route] === kind);
