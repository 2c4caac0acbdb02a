import {
  type KeyObject,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
} from "node:crypto";

/** The keys of Standard Webhooks: shared secrets (`whsec_`) and Ed25519 pairs (`whsk_` and `whpk_`). */

const PREFIX = { secret: "whsec_", private: "whsk_", public: "whpk_" } as const;
const SECRET_BYTES = 32;
/** The bounds of the specification for a shared secret. */
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;
const ED25519_BYTES = 32;

export type SigningKey = { scheme: "v1"; secret: string } | { scheme: "v1a"; privateKey: KeyObject };
export type VerifyingKey = { scheme: "v1"; secret: string } | { scheme: "v1a"; publicKey: KeyObject };

/** A new shared secret, which both sides keep. */
export function newWebhookSecret(): string {
  return `${PREFIX.secret}${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** A new pair: we keep the private key, and receivers get the public one. */
export function newWebhookKeyPair(): { privateKey: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { d, x } = privateKey.export({ format: "jwk" });
  const [seed, point] = [Buffer.from(d!, "base64url"), Buffer.from(x!, "base64url")];
  return {
    privateKey: `${PREFIX.private}${Buffer.concat([seed, point]).toString("base64")}`,
    publicKey: `${PREFIX.public}${point.toString("base64")}`,
  };
}

/** From `whsec_…` or `whsk_…`. Null: another kind of key, or a malformed one. */
export function readSigningKey(text: string): SigningKey | null {
  if (text.startsWith(PREFIX.private)) return readPrivateKey(text);
  return readSecret(text);
}

/** From `whsec_…` or `whpk_…`. Null: another kind of key, or a malformed one. */
export function readVerifyingKey(text: string): VerifyingKey | null {
  if (!text.startsWith(PREFIX.public)) return readSecret(text);
  const point = bytesAfter(PREFIX.public, text);
  if (point?.length !== ED25519_BYTES) return null;
  try {
    const publicKey = createPublicKey({ key: jwkOf(point), format: "jwk" });
    return { scheme: "v1a", publicKey };
  } catch {
    return null;
  }
}

function readSecret(text: string): { scheme: "v1"; secret: string } | null {
  const length = bytesAfter(PREFIX.secret, text)?.length ?? 0;
  return length >= SECRET_BYTES_MIN && length <= SECRET_BYTES_MAX ? { scheme: "v1", secret: text } : null;
}

/** The seed, followed by the public key that belongs to it. */
function readPrivateKey(text: string): SigningKey | null {
  const bytes = bytesAfter(PREFIX.private, text);
  if (bytes?.length !== 2 * ED25519_BYTES) return null;
  const point = bytes.subarray(ED25519_BYTES);
  try {
    const d = bytes.subarray(0, ED25519_BYTES).toString("base64url");
    const privateKey = createPrivateKey({ key: { ...jwkOf(point), d }, format: "jwk" });
    const derived = createPublicKey(privateKey).export({ format: "jwk" }).x;
    return derived === point.toString("base64url") ? { scheme: "v1a", privateKey } : null;
  } catch {
    return null;
  }
}

function jwkOf(point: Buffer) {
  return { kty: "OKP", crv: "Ed25519", x: point.toString("base64url") };
}

/** Null: another prefix, or not base64 as it is written out of the same bytes. */
function bytesAfter(prefix: string, text: string): Buffer | null {
  if (!text.startsWith(prefix)) return null;
  const base64 = text.slice(prefix.length);
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes : null;
}
