import { timingSafeEqual, verify } from "node:crypto";
import { type VerifyingKey, readVerifyingKey } from "./keys";
import { WEBHOOK_ID, WEBHOOK_KEYS_MAX, sharedSignature, signedBytes } from "./sign-webhook";

/** Verifying a message that came by Standard Webhooks. */

/** Why a message is not accepted. `key_malformed`: one of our keys is not one, so nothing can be verified. */
export type WebhookFault =
  | "key_malformed"
  | "header_missing"
  | "id_malformed"
  | "timestamp_malformed"
  | "timestamp_too_old"
  | "timestamp_too_new"
  | "signature_malformed"
  | "body_malformed"
  | "signature_wrong";

export type WebhookCheck = { ok: true; id: string; sentAt: Date } | { ok: false; fault: WebhookFault };

export interface ReceivedWebhook {
  headers: Pick<Headers, "get">;
  /** As it came, before any parser. */
  body: string | Uint8Array;
  /** `whsec_` and `whpk_` keys; a signature of one of them is enough. */
  keys: readonly string[];
  now: Date;
}

const TOLERANCE_MS = 5 * 60_000;
const SECONDS = /^[1-9]\d{0,11}$/;
const SIGNATURE_HEADER_LENGTH_MAX = 4_096;
const SIGNATURE = /^(v1|v1a),([A-Za-z0-9+/]+={0,2})$/;

/** Never throws. An accepted message may be a repetition: the caller remembers ids for ten minutes. */
export function verifyWebhook({ headers, body, keys, now }: ReceivedWebhook): WebhookCheck {
  const verifying = keys.slice(0, WEBHOOK_KEYS_MAX + 1).map(readVerifyingKey);
  const known = verifying.filter((key) => key !== null);
  if (known.length === 0 || known.length < verifying.length || known.length > WEBHOOK_KEYS_MAX)
    return faulty("key_malformed");
  const [id, seconds, list] = ["id", "timestamp", "signature"].map((name) => headers.get(`webhook-${name}`));
  if (!id || !seconds || !list) return faulty("header_missing");
  if (!WEBHOOK_ID.test(id)) return faulty("id_malformed");
  const sentAt = SECONDS.test(seconds) ? new Date(Number(seconds) * 1_000) : null;
  if (!sentAt) return faulty("timestamp_malformed");
  if (now.getTime() - sentAt.getTime() > TOLERANCE_MS) return faulty("timestamp_too_old");
  if (sentAt.getTime() - now.getTime() > TOLERANCE_MS) return faulty("timestamp_too_new");
  const signatures = readSignatures(list);
  if (signatures.length === 0) return faulty("signature_malformed");
  const text = textOf(body);
  if (text === null) return faulty("body_malformed");
  const message = { id, sentAt, body: text };
  return isSigned(message, signatures, known) ? { ok: true, id, sentAt } : faulty("signature_wrong");
}

function faulty(fault: WebhookFault): WebhookCheck {
  return { ok: false, fault };
}

interface Signature {
  scheme: VerifyingKey["scheme"];
  base64: string;
}

/** Signatures of other versions are skipped, as the specification asks. */
function readSignatures(list: string): Signature[] {
  if (list.length > SIGNATURE_HEADER_LENGTH_MAX) return [];
  return list.split(" ").flatMap((entry) => {
    const [, scheme, base64] = SIGNATURE.exec(entry) ?? [];
    return scheme === "v1" || scheme === "v1a" ? [{ scheme, base64: base64! }] : [];
  });
}

/** Null: not UTF-8. A lenient reading would give two bodies the same signature. */
function textOf(body: string | Uint8Array): string | null {
  if (typeof body === "string") return body.isWellFormed() ? body : null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

type Message = Parameters<typeof signedBytes>[0];

/** Compares every signature with every key, so that the time tells nothing of which one is close. */
function isSigned(
  message: Message,
  signatures: readonly Signature[],
  keys: readonly VerifyingKey[],
): boolean {
  let matches = 0;
  for (const key of keys) {
    const isMatch = matcherOf(key, message);
    for (const { scheme, base64 } of signatures) if (scheme === key.scheme && isMatch(base64)) matches += 1;
  }
  return matches > 0;
}

function matcherOf(key: VerifyingKey, message: Message): (base64: string) => boolean {
  if (key.scheme === "v1a") {
    const bytes = signedBytes(message);
    return (base64) => verify(null, bytes, key.publicKey, Buffer.from(base64, "base64"));
  }
  const expected = Buffer.from(sharedSignature(key.secret, message));
  return (base64) => {
    const given = Buffer.from(`v1,${base64}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
}
