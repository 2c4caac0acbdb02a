import { type KeyObject, sign, verify } from "node:crypto";
import type { SigningKey } from "@/lib/core/ledger/checkpoint";
import { canonicalText } from "@/lib/core/ledger/payload-hash";

/** The DSSE envelope of a bundle: the file that people download. */

export const PAYLOAD_TYPE = "application/vnd.in-toto+json";

/** A signed payload, as the database keeps it. */
export interface SignedPayload {
  payload: string;
  keyId: string;
  /** Ed25519 over the payload's pre-authentication encoding, base64. */
  signature: string;
}

/** DSSE's pre-authentication encoding: the signature covers the type too. */
function encodingOf(payload: Buffer): Buffer {
  const type = Buffer.from(PAYLOAD_TYPE, "utf8");
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${type.length} ${PAYLOAD_TYPE} ${payload.length} `, "utf8"),
    payload,
  ]);
}

export function signPayload(payload: string, key: SigningKey): SignedPayload {
  const encoded = encodingOf(Buffer.from(payload, "utf8"));
  return { payload, keyId: key.id, signature: sign(null, encoded, key.privateKey).toString("base64") };
}

/** The file's whole text: canonical JSON, nothing after it. */
export function envelopeText({ payload, keyId, signature }: SignedPayload): string {
  return canonicalText({
    payload: Buffer.from(payload, "utf8").toString("base64"),
    payloadType: PAYLOAD_TYPE,
    signatures: [{ keyid: keyId, sig: signature }],
  });
}

export type EnvelopeFault =
  "envelope_unreadable" | "envelope_not_canonical" | "key_unknown" | "signature_wrong";

export interface OpenedEnvelope {
  fault: EnvelopeFault | null;
  /** Null where the file holds none. With a fault it is not to be believed. */
  payload: string | null;
  keyId: string | null;
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a file against the keys. It holds only where the envelope, written again, has the same bytes. */
export function openEnvelope(file: Uint8Array, keys: ReadonlyMap<string, KeyObject>): OpenedEnvelope {
  const opened = (fault: EnvelopeFault | null, of?: SignedPayload) => ({
    fault,
    payload: of?.payload ?? null,
    keyId: of?.keyId ?? null,
  });
  let signed: SignedPayload | null = null;
  let text = "";
  try {
    text = utf8.decode(file);
    signed = signedIn(JSON.parse(text));
  } catch {
    // No text, no JSON, or base64 of no text.
  }
  if (!signed) return opened("envelope_unreadable");
  if (envelopeText(signed) !== text) return opened("envelope_not_canonical", signed);
  const key = keys.get(signed.keyId);
  if (!key) return opened("key_unknown", signed);
  const encoded = encodingOf(Buffer.from(signed.payload, "utf8"));
  const holds = verify(null, encoded, key, Buffer.from(signed.signature, "base64"));
  return opened(holds ? null : "signature_wrong", signed);
}

/** @throws TypeError where the payload is base64 of no UTF-8. */
function signedIn(value: unknown): SignedPayload | null {
  const { payload, signatures } = (value ?? {}) as { payload?: unknown; signatures?: unknown };
  const [first] = Array.isArray(signatures) ? (signatures as { keyid?: unknown; sig?: unknown }[]) : [];
  if (typeof payload !== "string" || typeof first?.keyid !== "string" || typeof first.sig !== "string")
    return null;
  return {
    payload: utf8.decode(Buffer.from(payload, "base64")),
    keyId: first.keyid,
    // Written again: the last character of base64 has bits that decode to nothing.
    signature: Buffer.from(first.sig, "base64").toString("base64"),
  };
}
