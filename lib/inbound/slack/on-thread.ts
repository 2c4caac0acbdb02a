import { inTenant } from "@/db/client";
import { findMessageAt } from "@/db/queries/messages/messages";
import { escapeText } from "@/lib/channels/slack/cards/outside-text";
import type { SlackEvent } from "@/lib/channels/slack/inbound/event";
import type { SlackApp } from "@/lib/channels/slack/slack-app";
import { externalIdOf } from "@/lib/channels/slack/slack-channel";
import type { Person } from "@/lib/core/access/principal";
import { actionUrl } from "@/lib/gateway/read/proposals/action-url";
import type { Gateway } from "@/lib/gateway/context";
import { readInteraction } from "@/lib/interactions/read";
import { receiveAnswer } from "@/lib/interactions/replies/receive-answer";
import type { KnownDelivery } from "@/lib/messages/receive-delivery";
import { questionUrl } from "./on-question";
import type { RunAfterwards } from "./reply";
import { readConnected } from "./receive-interaction";

/** Handles the text that a person writes in the thread of one of their cards. */

export type SlackThreadMessage = Extract<SlackEvent, { kind: "message" }>;

interface Thread {
  event: SlackThreadMessage;
  known: KnownDelivery & { person: Person };
  app: SlackApp;
  gateway: Gateway;
  runAfterwards: RunAfterwards;
}

export async function onThread(thread: Thread): Promise<string> {
  const { event, known, gateway } = thread;
  const { tenantId, accountId, person } = known;
  if (event.threadTs === null) return "ignored";
  const externalId = externalIdOf(event.channelId, event.threadTs);
  const message = await inTenant(gateway.database, tenantId, (tx) =>
    findMessageAt(tx, tenantId, { accountId, externalId }),
  );
  if (message === null || message.userId !== person.userId) return "ignored";
  if (message.actionId !== null) {
    const url = actionUrl(message.actionId);
    thread.runAfterwards(() => say(thread, "No words decide a proposed action.", url));
    return "text_decides_nothing";
  }
  // A digest is about many actions, and no words decide any of them.
  if (message.interactionId === null) return "ignored";
  return reply(thread, message.interactionId);
}

async function reply(thread: Thread, interactionId: number): Promise<string> {
  const { event, known, gateway, runAfterwards } = thread;
  const { tenantId, person } = known;
  const { outcome } = await receiveAnswer(
    {
      tenantId,
      interactionId,
      channel: "slack",
      delivery: { provider: "slack", key: event.key },
      from: person,
      text: wordsOf(event.text),
      answersOurMessage: true,
    },
    gateway,
  );
  const url = questionUrl(interactionId);
  if (outcome === "answered")
    runAfterwards(() => say(thread, `Your answer to question #${interactionId} is recorded.`));
  if (outcome === "kept") runAfterwards(async () => say(thread, await whyKept(thread, interactionId), url));
  return outcome;
}

async function whyKept({ known: { person }, gateway }: Thread, id: number): Promise<string> {
  const question = await readInteraction(person, id, gateway);
  if (!question.may_answer)
    return "It is kept and answers nothing: the question takes no answer of yours now.";
  return question.interaction_type === "approval"
    ? "It is kept as a draft and answers nothing: say yes or no by a button or on the page."
    : "It is kept, and was not read as an answer: use the card or the page.";
}

/** In the thread. A note that does not arrive changes nothing: the card says what is true. */
async function say({ event, known, app, gateway }: Thread, words: string, url?: string): Promise<void> {
  const account = await readConnected(known.tenantId, known.accountId, gateway);
  if (account === null) return;
  await app.calls.call(account, "chat.postMessage", {
    channel: event.channelId,
    thread_ts: event.threadTs,
    text: escapeText(words) + (url === undefined ? "" : `\n<${url}|Open in Countersign>`),
    unfurl_links: false,
  });
}

/** Slack writes links as `<address|words>` and escapes three characters. */
const wordsOf = (text: string): string =>
  text
    .replaceAll(/<[^<>|]*\|([^<>]*)>/g, "$1")
    .replaceAll(/<((?:https?|mailto):[^<>]*)>/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
