import { sign } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { type SigningKey, readSigningKey } from "./keys";

/** Signing a message by Standard Webhooks. */

export interface WebhookMessage {
  /** The same over all attempts: receivers tell repetitions by it. */
  id: string;
  /** The time of the attempt, of which the whole second is signed. */
  sentAt: Date;
  /** The text that is sent, byte for byte as UTF-8. */
  body: string;
  /** `whsec_` and `whsk_` keys, one signature each; a rotation has the new one and the one before. */
  keys: readonly string[];
}

export type WebhookHeaders = Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>;

/** With a dot in it, a part of the id could pass for the time. */
export const WEBHOOK_ID = /^[\w-]{1,128}$/;
export const WEBHOOK_KEYS_MAX = 8;

/** @throws Error for an id or a key that is not one, and for no or too many keys; its text contains nothing of a key. */
export function signWebhook({ id, sentAt, body, keys }: WebhookMessage): WebhookHeaders {
  if (!WEBHOOK_ID.test(id)) throw new Error("a webhook's id has 1 to 128 letters, digits, _ and -");
  if (keys.length === 0 || keys.length > WEBHOOK_KEYS_MAX)
    throw new Error(`a webhook is signed with 1 to ${WEBHOOK_KEYS_MAX} keys`);
  const signatures = keys.map((text) => {
    const key = readSigningKey(text);
    if (!key) throw new Error("a key is neither a whsec_ secret of 24 to 64 bytes nor a whsk_ private key");
    return signatureOf(key, { id, sentAt, body });
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": secondsOf(sentAt),
    "webhook-signature": signatures.join(" "),
  };
}

type Signed = Omit<WebhookMessage, "keys">;

function signatureOf(key: SigningKey, message: Signed): string {
  if (key.scheme === "v1") return sharedSignature(key.secret, message);
  return `v1a,${sign(null, signedBytes(message), key.privateKey).toString("base64")}`;
}

/** `v1,` and the HMAC-SHA256 in base64. */
export function sharedSignature(secret: string, { id, sentAt, body }: Signed): string {
  return new Webhook(secret).sign(id, sentAt, body);
}

export function signedBytes({ id, sentAt, body }: Signed): Buffer {
  return Buffer.from(`${id}.${secondsOf(sentAt)}.${body}`);
}

function secondsOf(time: Date): string {
  return String(Math.floor(time.getTime() / 1_000));
}
