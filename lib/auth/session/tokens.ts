import { randomBytes } from "node:crypto";
import { sha256Hex } from "@/lib/core/ledger/payload-hash";
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

/** A token begins with its kind. */
export type TokenKind = "csa_" | "csp_" | "cse_" | "csu_" | "csl_";

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
 * Tokens hold 256 random bits, so a slow hash would protect nothing. The key keeps whoever can write to the tables from
 * storing the hash of a token of their own. A text that is no token of this kind gets a hash that no row holds: else the
 * hash of somebody's own agent's key, copied into another table, would make that key a person's token or a step-up.
 */
export function hashToken(kind: TokenKind, token: string): string {
  return keyedHash("token", sha256Hex(token.startsWith(kind) ? token : `not ${kind} ${token}`));
}

function newToken(kind: TokenKind): NewToken {
  const token = kind + randomBytes(RANDOM_BYTES).toString("base64url");
  return { token, hash: hashToken(kind, token), prefix: token.slice(0, kind.length + PREFIX_CHARACTERS) };
}
