import { generateSecret, generateURI, verifySync } from "otplib";
import { type BoundTo, openSecret, sealSecret } from "@/lib/secrets/secret-box";

/** Codes of an authenticator app: RFC 6238 with SHA-1, six digits and 30 seconds, which every such app supports. */

const STEP_SECONDS = 30;
/** Clocks of phones drift, so the step before and the step after are accepted too. */
const STEPS_EITHER_SIDE = 1;
const ISSUER = "Countersign";

/** A new shared secret, base32. */
export function newTotpSecret(): string {
  return generateSecret();
}

/** The URI that an authenticator app reads from a QR code. It contains the secret: show it once and never log it. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: ISSUER, label: email, secret });
}

/** For users.totp_secret_encrypted; only the same user id opens it. @throws Error when the storage key is missing. */
export function sealTotpSecret(userId: number, secret: string): string {
  return sealSecret(secret, totpBoundTo(userId));
}

/** @throws Error when the stored text was modified, belongs to another user, or was sealed with another key. */
export function openTotpSecret(userId: number, sealed: string): string {
  return openSecret(sealed, totpBoundTo(userId));
}

/**
 * The 30-second step, counted from 1970, that the code belongs to; null if it matches none. A match does not accept the
 * code yet: the caller must also spend the step (`spendTotpStep`), because a code is valid once.
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

/** Whole seconds until the app shows the code of this step; 0 once it does. */
export function secondsUntilStep(step: number, at: Date): number {
  return Math.max(0, Math.ceil(step * STEP_SECONDS - at.getTime() / 1_000));
}

export function totpBoundTo(userId: number): BoundTo {
  return `totp:${userId}`;
}
