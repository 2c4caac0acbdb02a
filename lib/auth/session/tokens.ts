import { createHash, randomBytes } from "node:crypto";

/** A secret shown once: only its hash is stored. `prefix` lets people tell keys apart in lists and gives nothing away. */
export interface NewToken {
  token: string;
  /** SHA-256 of the whole token, hex. */
  hash: string;
  prefix: string;
}

const RANDOM_BYTES = 32;
const SHOWN_CHARACTERS = 8;
/** Longer than any token of ours; whatever exceeds it is refused unhashed. */
export const TOKEN_LENGTH_MAX = 128;

/** What an agent presents to propose; it can never decide. */
export function newAgentKey(): NewToken {
  return newToken("csa_");
}

/** What a person presents in place of a browser session. */
export function newPersonalToken(): NewToken {
  return newToken("csp_");
}

/** What a person earns by stepping up: one decision on one payload, once. */
export function newEditToken(): NewToken {
  return newToken("cse_");
}

/** What sets a password once, without knowing one. */
export function newPasswordLinkToken(): NewToken {
  return newToken("csl_");
}

/** Plain SHA-256 suffices: tokens carry 256 random bits, so there is nothing to guess that a slow hash would protect. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function newToken(kind: "csa_" | "csp_" | "cse_" | "csl_"): NewToken {
  const token = kind + randomBytes(RANDOM_BYTES).toString("base64url");
  return { token, hash: hashToken(token), prefix: token.slice(0, kind.length + SHOWN_CHARACTERS) };
}
