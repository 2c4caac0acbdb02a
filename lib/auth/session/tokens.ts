import { randomBytes } from "node:crypto";
import type { Step } from "@/lib/core/access/step-up";
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

/**
 * The single use that a token permits. Its hash covers the use as well as the token, so that a row which names another person, action or
 * step fits no token (docs/adr/0078).
 */
interface EditUse {
  tenantId: number;
  userId: number;
  actionId: number;
  payloadHash: string;
  decision: string;
}
interface StepUpUse extends Step {
  tenantId: number;
  userId: number;
  sessionId: number;
}

const editText = (token: string, use: EditUse) =>
  JSON.stringify([token, use.tenantId, use.userId, use.actionId, use.payloadHash, use.decision]);
const stepUpText = (token: string, use: StepUpUse) =>
  JSON.stringify([token, use.tenantId, use.userId, use.sessionId, use.purpose, use.subject]);

/** Stepping up issues it, for one decision on one payload. */
export function newEditToken(use: EditUse): NewToken {
  return newToken("cse_", (token) => editText(token, use));
}

/** The forms in which an edit token for this use may be stored. Empty for a token of another kind. */
export const editTokenForms = (token: string, use: EditUse): string[] =>
  formsFor("cse_", token, editText(token, use));

/** A fresh second factor issues it, for one step of an administrator. */
export function newStepUpToken(use: StepUpUse): NewToken {
  return newToken("csu_", (token) => stepUpText(token, use));
}

/** The forms in which a step-up token for this use may be stored. Empty for a token of another kind. */
export const stepUpTokenForms = (token: string, use: StepUpUse): string[] =>
  formsFor("csu_", token, stepUpText(token, use));

/** The one thing that a passkey's signature is good for; `about` holds it as text. */
export interface ChallengeUse {
  tenantId: number;
  userId: number;
  sessionId: number;
  about: string;
}

const challengeText = (challenge: string, use: ChallengeUse) =>
  JSON.stringify(["passkey", challenge, use.tenantId, use.userId, use.sessionId, use.about]);

/** For passkey_challenges.challenge_hash. A row that is about something else fits no signature. */
export const hashChallenge = (challenge: string, use: ChallengeUse): string =>
  hashToken(challengeText(challenge, use));

/** The forms in which a challenge for this use may be stored. */
export const challengeForms = (challenge: string, use: ChallengeUse): string[] =>
  keysOf(keyRing()).map((key) => hashToken(challengeText(challenge, use), key));

/** The person whose password a link sets, its issuer, and whether that person has signed in before. */
export interface LinkUse {
  tenantId: number;
  userId: number;
  issuedByUserId: number | null;
  recovers: boolean;
}

/** It sets a password once, without the current one. Nobody is known when it is used, so the token itself says for whom. */
export function newPasswordLinkToken({ tenantId, userId, issuedByUserId, recovers }: LinkUse): NewToken {
  return newToken("csl_", undefined, `${tenantId}-${userId}-${issuedByUserId ?? 0}-${Number(recovers)}_`);
}

/** Reads a link's token, which is trusted only after its hash was found. Null: it is not such a token. */
export function linkUseOf(token: string): LinkUse | null {
  const [, tenantId, userId, issuer, recovers] = /^csl_(\d+)-(\d+)-(\d+)-([01])_/.exec(token) ?? [];
  if (recovers === undefined) return null;
  const issuedByUserId = Number(issuer) || null;
  return { tenantId: Number(tenantId), userId: Number(userId), issuedByUserId, recovers: recovers === "1" };
}

/**
 * `<key id>.<hash>`. Tokens hold 256 random bits, so a slow hash would protect nothing. The key keeps whoever can write to
 * the tables from storing the hash of a token of their own; its id says whose token is still under the previous key.
 */
export function hashToken(text: string, secret = keyRing().current): string {
  return `${keyIdOf(secret)}.${bareHash(text, secret)}`;
}

/**
 * Every form in which a token that stays may be stored, that of the current key first: nobody can hash a stored one again
 * without the token, so that its next use does. Empty for a token of another kind, whose hash somebody may have copied here.
 */
export function formsOf(kind: "csa_" | "csp_", token: string): string[] {
  // Hashes from before the keys had ids stand there bare.
  const bare = token.startsWith(kind) ? keysOf(keyRing()).map((key) => bareHash(token, key)) : [];
  return [...formsFor(kind, token), ...bare];
}

/** The same of a link's token, which has one form for each key. */
export const linkForms = (token: string): string[] => formsFor("csl_", token);

function formsFor(kind: TokenKind, token: string, text: string = token): string[] {
  return token.startsWith(kind) ? keysOf(keyRing()).map((key) => hashToken(text, key)) : [];
}

function bareHash(text: string, secret: Buffer): string {
  return keyedHash("token", sha256Hex(text), secret);
}

function newToken(kind: TokenKind, textOf = (token: string) => token, says = ""): NewToken {
  const token = kind + says + randomBytes(RANDOM_BYTES).toString("base64url");
  return { token, hash: hashToken(textOf(token)), prefix: token.slice(0, kind.length + PREFIX_CHARACTERS) };
}
