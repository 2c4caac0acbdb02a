import webPush from "web-push";
import type { PushKeys } from "@/lib/core/message/push-keys";
import { readRetryAfter } from "@/lib/core/values/retry-after";
import type { Sender, SendResult } from "@/lib/outbound";

/** One attempt to send one message to one browser (RFC 8030, 8291, 8292). Nothing is tried again here. */

/** A browser that its person subscribed; what it said itself, so that it may say anything. */
export interface PushDevice {
  endpoint: string;
  /** Base64url, 65 bytes. */
  p256dh: string;
  /** Base64url, 16 bytes. */
  auth: string;
}

export interface PushMessage {
  /** At most TEXT_BYTES_MAX. */
  text: string;
  /** A later message of the same topic takes the place of one that has not been delivered. At most 32 characters of base64url. */
  topic: string;
  ttlSeconds: number;
  urgency: "normal" | "high";
}

export type PushOutcome =
  | { kind: "sent" }
  /** The browser or its person ended the subscription: it is never written to again. */
  | { kind: "gone" }
  | { kind: "later"; why: string; retryAfterSeconds: number | null }
  /** `account`: the service refuses our keys, whomever we write to. */
  | { kind: "refused"; scope: "message" | "account"; why: string }
  | { kind: "unknown"; why: string };

/** 4,096 of a body, less header, padding and tag of RFC 8188. */
export const TEXT_BYTES_MAX = 3_993;
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 4_096;

export async function sendPush(
  device: PushDevice,
  message: PushMessage,
  { keys, sender }: { keys: PushKeys; sender: Sender },
): Promise<PushOutcome> {
  if (Buffer.byteLength(message.text) > TEXT_BYTES_MAX)
    return { kind: "refused", scope: "message", why: "It is too long for a push service." };
  const details = detailsOf(device, message, keys);
  if (!details) return { kind: "refused", scope: "message", why: "The browser's keys cannot be used." };
  const { headers, body } = details;
  return outcomeOf(
    await sender.send({
      method: "POST",
      url: device.endpoint,
      headers,
      body: body ?? null,
      encoding: "aes128gcm",
      timeoutMs: TIMEOUT_MS,
      answerBytesMax: ANSWER_BYTES_MAX,
    }),
  );
}

/** Null: nothing can be encrypted for these keys. */
function detailsOf({ endpoint, p256dh, auth }: PushDevice, message: PushMessage, vapidDetails: PushKeys) {
  const { text, topic, ttlSeconds, urgency } = message;
  try {
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      Buffer.from(text),
      { vapidDetails, TTL: ttlSeconds, topic, urgency, contentEncoding: "aes128gcm" },
    );
    const ours = Object.entries(headers).filter(([name]) => !/^content-(length|encoding)$/i.test(name));
    return { headers: Object.fromEntries(ours.map(([name, value]) => [name, String(value)])), body };
  } catch {
    return null;
  }
}

function outcomeOf(result: SendResult): PushOutcome {
  switch (result.kind) {
    case "answered":
      return outcomeOfStatus(result.status, result.headers["retry-after"]);
    case "refused":
      return { kind: "refused", scope: "message", why: `Its address is not allowed: ${result.rule}.` };
    case "not_sent":
      return { kind: "later", why: `It could not be reached (${result.stage}).`, retryAfterSeconds: null };
    case "unknown":
      return { kind: "unknown", why: `No whole answer came (${result.reason}).` };
  }
}

function outcomeOfStatus(status: number, retryAfter: string | undefined): PushOutcome {
  const why = `The push service answered ${status}.`;
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  if (status === 429 || status >= 500)
    return { kind: "later", why, retryAfterSeconds: readRetryAfter(retryAfter) };
  return { kind: "refused", scope: status === 401 || status === 403 ? "account" : "message", why };
}
