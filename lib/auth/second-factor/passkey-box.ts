import { z } from "zod";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import { type BoundTo, openSecret, sealSecret } from "@/lib/secrets/secret-box";

/**
 * A passkey as it is stored: sealed for its person, with the authenticator app beside which it was added. A person who can only write to the
 * tables adds none, and a passkey ends with that app: an administrator who takes the app away takes its passkeys away too.
 */
const boxSchema = z.strictObject({ credentialId: z.string(), publicKey: z.string(), app: z.string() });

export interface StoredPasskey {
  credentialId: string;
  /** COSE, base64url. */
  publicKey: string;
  /** The authenticator app's own secret. */
  totpSecret: string;
}

export const passkeyBoundTo = (userId: number): BoundTo => `passkey:${userId}`;

export function sealPasskey(userId: number, { credentialId, publicKey, totpSecret }: StoredPasskey): string {
  const box = { credentialId, publicKey, app: sha256Hex(totpSecret) };
  return sealSecret(JSON.stringify(box), passkeyBoundTo(userId));
}

/** The public key. Null: it is not this person's, names another credential, or belongs to another authenticator app. */
export function openPasskey(
  userId: number,
  { credentialId, sealed, totpSecret }: { credentialId: string; sealed: string; totpSecret: string },
): string | null {
  try {
    const box = boxSchema.parse(JSON.parse(openSecret(sealed, passkeyBoundTo(userId))));
    const isIts = box.credentialId === credentialId && box.app === sha256Hex(totpSecret);
    return isIts ? box.publicKey : null;
  } catch {
    return null;
  }
}
