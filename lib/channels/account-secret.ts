import { keyRing } from "@/lib/secrets/key-ring";
import { type BoundTo, openSecret, sealSecret, tryBox } from "@/lib/secrets/secret-box";

/** The secrets of an account, encrypted for its row alone. */

export const accountBoundTo = (accountId: number): BoundTo => `channel-account:${accountId}`;

export const sealAccountSecret = (accountId: number, secret: string): string =>
  sealSecret(secret, accountBoundTo(accountId));

/** @throws Error for a box of another row, or of another key. */
export const openAccountSecret = (accountId: number, sealed: string): string =>
  openSecret(sealed, accountBoundTo(accountId));

/** Null for a box of another row, or of another key. */
export const tryAccountSecret = (accountId: number, sealed: string): string | null =>
  tryBox(sealed, accountBoundTo(accountId), keyRing())?.secret ?? null;
