import { randomBytes } from "node:crypto";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
import { keyIdOf, keyRing, keysOf } from "@/lib/secrets/key-ring";
import { keyedHash } from "@/lib/secrets/keyed-hash";

/** A secret that is shown once; only its hash is stored. `prefix` identifies it in lists and reveals nothing. */
export interface NewToken {
  token: string;
  /** As `hashToken` makes it. */
  hash: string;
  prefix: string;
}

const RANDOM_BYTES = 32;
const PREFIX_CHARACTERS = 8;
/** Longer than any of our tokens; longer text is refused without hashing it. */
export const TOKEN_LENGTH_MAX = 128;

/** How a token begins: it opens the door of its own kind alone. */
type TokenKind = "csa_" | "csp_" | "cse_" | "csu_" | "csl_";

/** An agent presents it to propose. It can never decide. */
export function newAgentKey(): NewToken {
  return newToken("csa_");
}

/** A person presents it in place of a browser session. */
export function newPersonalToken(): NewToken {
  return newToken("csp_");
}

/** Stepping up issues it, for one decision on one payload. It works once. */
export function newEditToken(): NewToken {
  return newToken("cse_");
}

/** A fresh second factor issues it, for one step of an administrator. It works once. */
export function newStepUpToken(): NewToken {
  return newToken("csu_");
}

/** It sets a password once, without the current one. */
export function newPasswordLinkToken(): NewToken {
  return newToken("csl_");
}

/**
 * `<key id>.<hash>`. Tokens hold 256 random bits, so a slow hash would protect nothing. The key keeps whoever can write to
 * the tables from storing the hash of a token of their own; its id says whose token is still under the previous key.
 */
export function hashToken(token: string, secret = keyRing().current): string {
  return `${keyIdOf(secret)}.${bareHash(token, secret)}`;
}

/**
 * Every form in which a token may be stored, that of the current key first: nobody can hash a stored one again without
 * the token, so that its next use does. Empty for a token of another kind, whose hash somebody may have copied here.
 */
export function formsOf(kind: TokenKind, token: string): string[] {
  if (!token.startsWith(kind)) return [];
  const keys = keysOf(keyRing());
  // Hashes from before the keys had ids stand there bare.
  return [...keys.map((key) => hashToken(token, key)), ...keys.map((key) => bareHash(token, key))];
}

function bareHash(token: string, secret: Buffer): string {
  return keyedHash("token", sha256Hex(token), secret);
}

function newToken(kind: TokenKind): NewToken {
  const token = kind + randomBytes(RANDOM_BYTES).toString("base64url");
  return { token, hash: hashToken(token), prefix: token.slice(0, kind.length + PREFIX_CHARACTERS) };
}
