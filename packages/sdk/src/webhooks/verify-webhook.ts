import { WebhookError, type WebhookFault } from "../errors.js";
import { webCrypto } from "../random.js";
import { type VerifyingKey, bytesOf, readKey } from "./keys.js";

/** Verifying a message that came by Standard Webhooks, with Web Crypto alone. */

export interface Webhook<Data = unknown> {
  /** The same over all attempts: keep it for ten minutes, to tell repetitions by it. */
  id: string;
  type: string;
  /** When it happened; of the attempt where the message does not say. */
  timestamp: Date;
  data: Data;
}

export interface ReceivedWebhook {
  /** As it came, before any parser: the text or the bytes. */
  body: string | Uint8Array;
  /** Of the request: `Headers`, or the plain object of Node's http. */
  headers:
    { get(name: string): string | null } | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** `whsec_…` or `whpk_…`. While a key changes, the new one and the one before. */
  keys: string | readonly string[];
  /** Absent: the present time. */
  now?: Date;
}

const TOLERANCE_MS = 5 * 60_000;
const KEYS_MAX = 8;
const ID = /^[\w-]{1,128}$/;
const SECONDS = /^[1-9]\d{0,11}$/;
const SIGNATURES_LENGTH_MAX = 4_096;
const SIGNATURE = /^(v1a?),([A-Za-z0-9+/]+={0,2})$/;

/** The message, once one of the keys has signed it, not five minutes ago nor ahead. @throws WebhookError with the fault. */
export async function verifyWebhook<Data = unknown>({
  body,
  headers,
  keys,
  now = new Date(),
}: ReceivedWebhook): Promise<Webhook<Data>> {
  const verifying = readKeys(typeof keys === "string" ? [keys] : keys);
  const [id, seconds, list] = ["id", "timestamp", "signature"].map((name) =>
    headerOf(headers, `webhook-${name}`),
  );
  if (!id || !seconds || !list) throw refusal("header_missing");
  if (!ID.test(id)) throw refusal("id_malformed");
  if (!SECONDS.test(seconds)) throw refusal("timestamp_malformed");
  const sentAt = Number(seconds) * 1_000;
  if (now.getTime() - sentAt > TOLERANCE_MS) throw refusal("timestamp_too_old");
  if (sentAt - now.getTime() > TOLERANCE_MS) throw refusal("timestamp_too_new");
  const signatures = readSignatures(list);
  if (signatures.length === 0) throw refusal("signature_malformed");
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${seconds}.`), bytes);
  if (!(await isSigned(signed, signatures, verifying))) throw refusal("signature_wrong");
  return { id, ...messageOf<Data>(bytes, sentAt) };
}

function readKeys(keys: readonly string[]): VerifyingKey[] {
  const read = keys.slice(0, KEYS_MAX + 1).map(readKey);
  const known = read.filter((key) => key !== null);
  if (known.length === 0 || known.length < read.length || known.length > KEYS_MAX)
    throw refusal("key_malformed");
  return known;
}

function headerOf(headers: ReceivedWebhook["headers"], name: string): string | null {
  if (typeof headers.get === "function") return (headers as { get(name: string): string | null }).get(name);
  const plain = headers as Readonly<Record<string, string | readonly string[] | undefined>>;
  const own = Object.keys(plain).find((one) => one.toLowerCase() === name);
  const value = own === undefined ? undefined : plain[own];
  return typeof value === "string" ? value : null;
}

interface Signature {
  scheme: VerifyingKey["scheme"];
  bytes: Uint8Array<ArrayBuffer>;
}

/** Signatures of other versions are skipped, as the specification asks. */
function readSignatures(list: string): Signature[] {
  if (list.length > SIGNATURES_LENGTH_MAX) return [];
  return list.split(" ").flatMap((entry) => {
    const [, scheme, base64] = SIGNATURE.exec(entry) ?? [];
    const bytes = base64 === undefined ? null : bytesOf(base64);
    return bytes && (scheme === "v1" || scheme === "v1a") ? [{ scheme, bytes }] : [];
  });
}

/** Web Crypto compares in constant time. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly Signature[],
  keys: readonly VerifyingKey[],
): Promise<boolean> {
  const { subtle } = await webCrypto();
  for (const key of keys) {
    const algorithm = key.scheme === "v1" ? { name: "HMAC", hash: "SHA-256" } : { name: "Ed25519" };
    const imported = await subtle.importKey("raw", key.bytes, algorithm, false, ["verify"]);
    for (const { scheme, bytes } of signatures)
      if (scheme === key.scheme && (await subtle.verify(algorithm, imported, bytes, signed))) return true;
  }
  return false;
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + tail.length);
  whole.set(head);
  whole.set(tail, head.length);
  return whole;
}

/** @throws WebhookError body_malformed where the body is no message, though it is signed. */
function messageOf<Data>(bytes: Uint8Array, sentAt: number): Omit<Webhook<Data>, "id"> {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const { type, timestamp, data } = JSON.parse(text) as { type: unknown; timestamp?: unknown; data: Data };
    const at = typeof timestamp === "string" ? Date.parse(timestamp) : Number.NaN;
    if (typeof type === "string") return { type, timestamp: new Date(Number.isNaN(at) ? sentAt : at), data };
  } catch {
    // Said below.
  }
  throw refusal("body_malformed");
}

const words: Record<WebhookFault, string> = {
  key_malformed: "The keys must be 1 to 8 whsec_ secrets or whpk_ public keys.",
  header_missing: "One of webhook-id, webhook-timestamp and webhook-signature is missing.",
  id_malformed: "webhook-id is malformed.",
  timestamp_malformed: "webhook-timestamp is malformed.",
  timestamp_too_old: "The message is more than five minutes old: it may be a replay.",
  timestamp_too_new: "The message is from more than five minutes ahead: compare the clocks.",
  signature_malformed: "webhook-signature holds no v1 or v1a signature.",
  signature_wrong: "None of the keys has signed this message.",
  body_malformed: "The body is not a message of Countersign's.",
};

const refusal = (fault: WebhookFault): WebhookError => new WebhookError(words[fault], fault);
