import { z } from "zod";
import type { Card } from "@/lib/channels/card";
import type { MessageChannel, MessageTarget, SendOutcome } from "@/lib/channels/channel";
import { actionCard } from "./cards/action-card";
import { type SlackMessage, actions, header, linkButton, section } from "./cards/blocks";
import { noticeCard } from "./cards/notice-card";
import { escapeText } from "./cards/outside-text";
import { questionCard } from "./cards/question-card";
import { type SlackResult, endsInstallation } from "./outbound/call-result";
import type { SlackCalls } from "./outbound/slack-calls";

/** Slack: cards in the app's own conversation with each person, changed in place. */
export function createSlackChannel(calls: SlackCalls): MessageChannel<SlackMessage> {
  return {
    kind: "slack",
    following: "in_place",
    render: renderCard,
    async send(to, content) {
      const channel = to.place ?? to.person?.externalUserId ?? null;
      if (channel === null) return { kind: "refused", scope: "message", why: "not_linked" };
      const first = addressOf(to.firstExternalId);
      const body = { channel, ...content, unfurl_links: false, unfurl_media: false };
      const thread = isReminder(to) && first ? { thread_ts: first.ts } : {};
      const sent = await calls.call(to.account, "chat.postMessage", { ...body, ...thread });
      return outcomeOf(sent, to.firstExternalId);
    },
    async update(to, externalId, content) {
      const address = addressOf(externalId);
      if (address === null) return { kind: "refused", scope: "message", why: "no_address" };
      return outcomeOf(await calls.call(to.account, "chat.update", { ...address, ...content }), externalId);
    },
    renew: calls.renew,
  };
}

function renderCard(card: Card): SlackMessage {
  // Another message than the card stays as it is: a button in it would outlive the question.
  if (card.occasion === "reminder" || card.occasion === "warning") return reminder(card);
  const { action, ref, url, outcome, title } = card;
  if (card.occasion === "test") return testMessage(card);
  if (card.occasion === "went_wrong" || card.occasion === "digest") return noticeCard(card);
  if (action !== null) return actionCard({ action, ref, url, isOpen: outcome === null });
  if (card.subject.kind === "question") return questionCard(card);
  return {
    text: `${title} is closed.`,
    blocks: [header(title), section(escapeText(outcome ?? "It is closed."))],
  };
}

function testMessage({ title, url }: Card): SlackMessage {
  const text = `${escapeText(title)}: Countersign reaches you here.`;
  return { text, blocks: [section(text), actions([linkButton("Open in Countersign", url)])] };
}

const isReminder = ({ part }: MessageTarget) => part !== "first";

function reminder({ title, occasion, url }: Card): SlackMessage {
  const words = occasion === "warning" ? "15 minutes or less are left" : "it still waits for you";
  const text = `${escapeText(title)}: ${words}.`;
  return { text, blocks: [section(text), actions([linkButton("Open in Countersign", url)])] };
}

/** The name of a message for `externalId`. */
export const externalIdOf = (channel: string, ts: string): string => `${channel}:${ts}`;

const ADDRESS = /^([A-Z0-9]{1,40}):(\d{1,20}\.\d{1,10})$/;

/** Slack names a message by its conversation and its time. */
function addressOf(externalId: string | null): { channel: string; ts: string } | null {
  const match = ADDRESS.exec(externalId ?? "");
  return match && { channel: match[1]!, ts: match[2]! };
}

/** @param externalId Of what was sent first; what follows it has no name of its own. */
function outcomeOf(result: SlackResult, externalId: string | null): SendOutcome {
  switch (result.kind) {
    case "done": {
      const sent = sentSchema.safeParse(result.body);
      const name = externalId ?? (sent.success ? externalIdOf(sent.data.channel, sent.data.ts) : null);
      return name === null ? { kind: "unknown", why: "no_name" } : { kind: "sent", externalId: name };
    }
    case "later":
      return {
        kind: "later",
        scope: "account",
        why: result.code,
        retryAfterSeconds: result.afterSeconds,
      };
    case "refused":
      return {
        kind: "refused",
        scope: endsInstallation(result.code) ? "account" : "message",
        why: result.code,
      };
    case "unknown":
      return { kind: "unknown", why: result.code };
  }
}

const sentSchema = z.object({ channel: z.string(), ts: z.string() });
