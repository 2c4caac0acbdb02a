import type { Card } from "@/lib/channels/card";
import type { MessageChannel, MessageTarget, SendOutcome } from "@/lib/channels/channel";
import type { PushKeys } from "@/lib/core/message/push-keys";
import type { Sender } from "@/lib/outbound";
import { type PushMessage, type PushOutcome, sendPush } from "./send-push";

/**
 * Notifications of browsers. They say that something waits and never what, since they stand on locked screens; pressing one opens the
 * page.
 */

/** The data that public/sw.js shows. */
interface Notice {
  title: string;
  body: string;
  /** The page, as a path of this site. */
  url: string;
  /** A later one of the same tag takes its place. */
  tag: string;
}

/** The texts of a notification about a question and about an action. */
const ASKED = { question: "It waits for your answer.", action: "It waits for a decision." };
const STILL = { question: "It still waits for your answer.", action: "It still waits for a decision." };

function wordsOf({ subject, occasion, outcome }: Card): string {
  if (subject.kind === "account") return "This browser is told.";
  // Digests go by other channels.
  if (subject.kind === "digest") return "Open the inbox.";
  switch (occasion) {
    case "reminder":
      return STILL[subject.kind];
    case "warning":
      return "Its time is over in 15 minutes.";
    case "outcome":
      return "It waits for you no more.";
    case "went_wrong":
      return outcome!;
    default:
      return ASKED[subject.kind];
  }
}

/** The push service drops a message after this time, so that nobody is woken at night by yesterday's. */
const TTL_SECONDS = 4 * 3_600;

export interface PushContent {
  notice: Notice;
  urgency: PushMessage["urgency"];
}

export function createWebPushChannel(tools: { keys: PushKeys; sender: Sender }): MessageChannel<PushContent> {
  return {
    kind: "web_push",
    ownLabel: "Browsers",
    following: "follow_up",
    render: (card) => ({
      notice: { title: card.title, body: wordsOf(card), url: pathOf(card.url), tag: card.ref },
      urgency: card.occasion === "outcome" ? "normal" : "high",
    }),
    send: (to, content) => sendToBrowsers(to, content, tools),
  };
}

/** Every browser of the person; one that took it is enough. */
async function sendToBrowsers(
  { ref, person }: MessageTarget,
  { notice, urgency }: PushContent,
  tools: { keys: PushKeys; sender: Sender },
): Promise<SendOutcome> {
  const message = { text: JSON.stringify(notice), topic: ref, ttlSeconds: TTL_SECONDS, urgency };
  const devices = person?.devices ?? [];
  const outcomes = await Promise.all(devices.map((device) => sendPush(device, message, tools)));
  const goneDevices = devices.filter((_, n) => outcomes[n]!.kind === "gone").map(({ id }) => id);
  return { ...wholeOutcome(outcomes, ref), goneDevices };
}

/** The best of them: who was told at one browser needs no second try at another. */
function wholeOutcome(outcomes: readonly PushOutcome[], ref: string): SendOutcome {
  if (outcomes.some(({ kind }) => kind === "sent")) return { kind: "sent", externalId: ref };
  const unknown = outcomes.find((outcome) => outcome.kind === "unknown");
  if (unknown) return unknown;
  const later = outcomes.find((outcome) => outcome.kind === "later");
  if (later) return { ...later, scope: "message" };
  const refused = outcomes.find((outcome) => outcome.kind === "refused");
  return refused ?? { kind: "refused", scope: "message", why: "No browser of theirs can be told any more." };
}

/** Without the site, which the browser knows. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, "https://countersign.invalid");
  return pathname + search;
}
