import { z } from "zod";
import { slackId as id } from "./slack-id";

/** Events of Slack's Events API, as far as we subscribe to them. */

export type SlackEvent =
  /** Slack asks whether this address is ours, and gets the text back. */
  | { kind: "challenge"; challenge: string }
  /** A person wrote a message. */
  | {
      kind: "message";
      key: string;
      teamId: string;
      userId: string;
      channelId: string;
      /** The timestamp of the thread's first message. Null: it is not in a thread. */
      threadTs: string | null;
      text: string;
    }
  /** The app was removed, or its tokens were. */
  | { kind: "closed"; key: string; teamId: string }
  | { kind: "other" };

const challengeSchema = z.object({
  type: z.literal("url_verification"),
  challenge: z.string().min(1).max(1_000),
});
const envelopeSchema = z.object({
  type: z.literal("event_callback"),
  team_id: id,
  event_id: id,
  event: z.object({ type: z.string().min(1).max(100) }),
});
const messageSchema = z.object({
  user: id,
  channel: id,
  thread_ts: id.optional(),
  text: z.string().max(40_000).default(""),
  // Edits, deletions and messages of bots have another, or a bot. Words beside a file, or shown in the conversation too, are words.
  subtype: z.enum(["file_share", "thread_broadcast"]).optional(),
  bot_id: z.undefined().optional(),
});
const typeSchema = z.object({ type: z.string().min(1).max(100) });

/** Null: malformed, although Slack signed it. */
export function readEvent(rawBody: string): SlackEvent | null {
  let value: unknown;
  try {
    value = JSON.parse(rawBody);
  } catch {
    return null;
  }
  const type = typeSchema.safeParse(value).data?.type;
  if (type === undefined) return null;
  if (type === "url_verification") {
    const { data } = challengeSchema.safeParse(value);
    return data ? { kind: "challenge", challenge: data.challenge } : null;
  }
  if (type !== "event_callback") return { kind: "other" };
  const { data } = envelopeSchema.safeParse(value);
  return data ? eventOf(data, (value as { event: unknown }).event) : null;
}

function eventOf(
  { team_id: teamId, event_id: key, event: { type } }: z.output<typeof envelopeSchema>,
  event: unknown,
): SlackEvent {
  if (type === "app_uninstalled" || type === "tokens_revoked") return { kind: "closed", key, teamId };
  const { data } = type === "message" ? messageSchema.safeParse(event) : { data: undefined };
  if (!data) return { kind: "other" };
  const { user: userId, channel: channelId, thread_ts: threadTs = null, text } = data;
  return { kind: "message", key, teamId, userId, channelId, threadTs, text };
}
