import type { DECISION_CHANNELS, Decision } from "@/lib/core/action/proposed-action";
import type { ChannelKind, Following } from "@/lib/core/message/message";
import type { Card } from "./card";

/**
 * This room holds channels, one file or folder for each: the ways to reach people and to receive their answers. A
 * channel turns an incoming message into a command. The operation passes the command to the verb that all channels
 * share, so no channel decides by itself.
 */
export interface Channel<Received> {
  /** Stored with the decision. */
  name: DecisionChannel;
  /** Translates the incoming message. Never decides. */
  receive(received: Received): DecideCommand;
}

/** The channels by which a person decides, out of the names that the database stores. */
export type DecisionChannel = Extract<(typeof DECISION_CHANNELS)[number], "page" | "api" | "bulk" | "slack">;

/** One person's decision on one action, the same for every channel. */
export interface DecideCommand {
  actionId: number;
  decision: Decision;
  payloadHash: string;
  comment: string | null;
  /** L4 and L5: the person confirmed the sentence that repeats the change. */
  confirmed: boolean;
  /** L5: the token that `issueEditToken` returned. */
  editToken: string | null;
  channel: DecisionChannel;
}

/**
 * A channel that sends messages to people, such as mail or Slack. lib/messages decides whom to tell, when, and what becomes of an
 * attempt; a channel makes one attempt and says truly how it ended. It throws nothing for what the network or the provider does.
 *
 * `Content` is a card as the provider takes it.
 */
export interface MessageChannel<Content = unknown> {
  kind: ChannelKind;
  /** For a channel that serves every company without set-up: the name of the account that each company gets. */
  ownLabel?: string;
  following: Following;
  /** Pure. Within the provider's limits; whatever came from outside is disarmed. */
  render(card: Card): Content;
  /** One attempt of 30 seconds at most: less than the lease. Nothing is tried again here. */
  send(to: MessageTarget, content: Content): Promise<SendOutcome>;
  /** Changes what `send` brought about. Only of a channel that follows in place; doing it twice does it once. */
  update?(to: MessageTarget, externalId: string, content: Content): Promise<SendOutcome>;
  /** Renews what the account signs in with. Called from `renew_at` of its row on; absent: it never ends. */
  renew?(account: ChannelAccount): Promise<void>;
  /** Absent: nothing comes in by this channel. */
  inbound?: InboundDeliveries;
}

/** The destination of a message. */
export interface MessageTarget {
  account: ChannelAccount;
  /** Ours, the same at each attempt: a provider that knows it again drops the second copy. */
  ref: string;
  /** The person. Null: a place. */
  person: MessagePerson | null;
  /** A channel or group of the provider's. */
  place: string | null;
  /** The first message, for one that follows it. */
  firstExternalId: string | null;
  /** `first` for the first message and its repeat; whatever follows, and each change, has a name of its own, the same at each attempt. */
  part: string;
}

export interface MessagePerson {
  userId: number;
  name: string;
  email: string;
  externalUserId: string | null;
  /** Browsers of theirs, for web push alone. */
  devices: readonly { id: number; endpoint: string; p256dh: string; auth: string }[];
}

export interface ChannelAccount {
  id: number;
  tenantId: number;
  externalId: string | null;
  /** Opened; null: it has none. */
  secret: string | null;
  settings: Readonly<Record<string, unknown>>;
}

export type SendOutcome = AttemptOutcome & {
  /** Browsers that ended their subscriptions: they are never written to again. */
  goneDevices?: readonly number[];
};

type AttemptOutcome =
  | { kind: "sent"; externalId: string }
  /** Certainly not sent. `account`: nothing goes by this account for now, whomever it is for. */
  | {
      kind: "later";
      scope: "message" | "account";
      why: string;
      retryAfterSeconds: number | null;
    }
  /** Never sent. `account`: the provider refuses our credentials. */
  | { kind: "refused"; scope: "message" | "account"; why: string }
  /** It may have arrived. */
  | { kind: "unknown"; why: string };

/** A request of the provider's as it came; its body is not parsed yet. */
export interface RawDelivery {
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
  now: Date;
}

export interface InboundDeliveries {
  /** Verifies, then parses. `forged`: 401, `malformed`: 400; neither leaves a trace. */
  receive(raw: RawDelivery): ReceivedDelivery | { kind: "forged" | "malformed" };
  /** The sender, as the provider names them. A signature proves the provider; only a link makes it a person of ours. */
  identify(received: ReceivedDelivery): ExternalIdentity;
}

export interface ReceivedDelivery {
  kind: "received";
  /** The same for each repeat of one delivery. */
  providerKey: string;
  /** The provider's id of the account that it came by. */
  accountExternalId: string;
  user: ExternalIdentity;
  command: ReceivedCommand;
}

export interface ExternalIdentity {
  externalUserId: string;
  /** For the page on which the link is confirmed. */
  label: string;
}

/** A command that a person sent. `ref` names our message; the row behind it holds everything else. */
export type ReceivedCommand =
  | { kind: "decide"; ref: string; decision: Decision; confirmed: boolean; comment: string | null }
  | { kind: "answer"; ref: string; response: unknown }
  /** Free text, after the message where it is known. It never approves a write. */
  | { kind: "text"; ref: string | null; text: string }
  /** Nothing of ours. */
  | { kind: "ignored" };
