import { generateSecret, generateURI, verifySync } from "otplib";
import { openSecret, sealSecret } from "./secret-box";

/** Codes of an authenticator app (RFC 6238, SHA-1, six digits, 30 seconds: what every such app understands). */

const STEP_SECONDS = 30;
/** Clocks of phones drift: one step before and one after are good as well. */
const STEPS_EITHER_SIDE = 1;
const ISSUER = "Countersign";

/** A new shared secret, base32. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** What an authenticator app reads from a QR code. Holds the secret: show it once, log it never. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: ISSUER, label: email, secret });
}

/** For users.totp_secret_encrypted; opens for that user alone. @throws Error when the storage key is missing. */
export function sealTotpSecret(userId: number, secret: string): string {
  return sealSecret(secret, boundTo(userId));
}

/** @throws Error when the stored text was changed, is another user's, or the storage key is another. */
export function openTotpSecret(userId: number, sealed: string): string {
  return openSecret(sealed, boundTo(userId));
}

/**
 * The 30-second step whose code this is, counted from 1970, or null. A match is not yet an acceptance: the step must
 * still be spent (`spendTotpStep`), since a code is good once.
 */
export function matchTotpStep({
  secret,
  code,
  at,
}: {
  secret: string;
  code: string;
  at: Date;
}): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const epoch = Math.floor(at.getTime() / 1000);
  const result = verifySync({ secret, token: code, epoch, epochTolerance: STEPS_EITHER_SIDE * STEP_SECONDS });
  return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : null;
}

function boundTo(userId: number): string {
  return `totp:${userId}`;
}
