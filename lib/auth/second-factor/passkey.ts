import { randomBytes } from "node:crypto";
import { verifyAuthenticationResponse, verifyRegistrationResponse } from "@simplewebauthn/server";
import { type Database, inTenant } from "@/db/client";
import { type Member, findTotpFactor } from "@/db/queries/people/accounts";
import {
  type PasskeyRow,
  insertChallenge,
  listPasskeys,
  markPasskeyUsed,
  spendChallenge,
} from "@/db/queries/people/passkeys";
import { challengeForms, hashChallenge } from "@/lib/auth/session/tokens";
import type { NewPasskey, PasskeyAbout, PasskeySignature } from "@/lib/contract/people/passkeys";
import { AppError } from "@/lib/core/errors";
import { log } from "@/lib/log";
import { openPasskey } from "./passkey-box";
import { type RelyingParty, relyingParty } from "./relying-party";
import { openTotpSecret } from "./totp";

/**
 * Passkeys (WebAuthn level 2). A challenge is random, works once, for five minutes, in one session, and for the one thing whose
 * action, payload and decision, or whose step, its hash holds. The authenticator must have verified its user.
 */

export const CHALLENGE_SECONDS = 5 * 60;
/** Each unused one costs a row. Somebody who opens a dialog and closes it again does not get this far. */
const CHALLENGES_MAX = 30;
const CHALLENGE_BYTES = 32;

/** The person and session of a passkey, and the database that holds it. */
export interface PasskeyScope extends Member {
  sessionId: number;
  database: Database;
}

/** The order of members is fixed: the text is hashed. */
function aboutText(about: PasskeyAbout): string {
  switch (about.kind) {
    case "decision":
      return JSON.stringify([about.kind, about.action_id, about.payload_hash, about.decision]);
    case "step":
      return JSON.stringify([about.kind, about.purpose, about.subject]);
    default:
      return JSON.stringify([about.kind]);
  }
}

/** @throws AppError passkeys_unavailable 409 where this installation's address cannot have passkeys. */
export function requireRelyingParty(): RelyingParty {
  const party = relyingParty();
  if (party) return party;
  throw new AppError(
    "passkeys_unavailable",
    "This server's address cannot have passkeys: they need https and a host name, or localhost.",
  );
}

/** Stores a fresh challenge for one thing, and returns it, base64url. @throws AppError rate_limited 429. */
export async function newChallenge(
  { database, tenantId, userId, sessionId }: PasskeyScope,
  about: PasskeyAbout,
): Promise<string> {
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url");
  const hash = hashChallenge(challenge, { tenantId, userId, sessionId, about: aboutText(about) });
  const options = { sessionId, hash, validSeconds: CHALLENGE_SECONDS, liveMax: CHALLENGES_MAX };
  const isStored = await inTenant(database, tenantId, (tx) =>
    insertChallenge(tx, { tenantId, userId }, options),
  );
  if (isStored) return challenge;
  throw new AppError("rate_limited", "Too many passkey prompts were left unanswered. Wait a few minutes.", {
    retryAfterSeconds: CHALLENGE_SECONDS,
  });
}

/** False: this session was never asked to sign it, not for this, or it was signed before. It is spent by asking. */
function spend(scope: PasskeyScope, about: PasskeyAbout, challenge: string): Promise<boolean> {
  const { database, tenantId, userId, sessionId } = scope;
  const forms = challengeForms(challenge, { tenantId, userId, sessionId, about: aboutText(about) });
  return inTenant(database, tenantId, (tx) => spendChallenge(tx, { tenantId, userId }, { sessionId, forms }));
}

export interface CountingPasskey extends PasskeyRow {
  /** COSE, base64url. Null: it proves nothing any more. */
  publicKey: string | null;
}

/** The person's passkeys, with whether each still counts. */
export async function findPasskeys({
  database,
  tenantId,
  userId,
}: Omit<PasskeyScope, "sessionId">): Promise<CountingPasskey[]> {
  const [factor, rows] = await inTenant(database, tenantId, async (tx) => [
    await findTotpFactor(tx, { tenantId, userId }),
    await listPasskeys(tx, { tenantId, userId }),
  ]);
  const totpSecret = factor && openOrNull(userId, factor.sealedSecret);
  return rows.map((row) => ({
    ...row,
    publicKey: totpSecret && openPasskey(userId, { ...row, totpSecret }),
  }));
}

function openOrNull(userId: number, sealed: string): string | null {
  try {
    return openTotpSecret(userId, sealed);
  } catch {
    return null;
  }
}

/**
 * Accepts a signature once, for one thing. It opens its own transactions: call it outside any other, as a refused signature spends its
 * challenge too.
 * @throws AppError step_up_failed 403.
 */
export async function provePasskey(
  scope: PasskeyScope,
  about: PasskeyAbout,
  signature: PasskeySignature,
): Promise<void> {
  const party = requireRelyingParty();
  const passkey = (await findPasskeys(scope)).find(({ credentialId }) => credentialId === signature.id);
  if (!passkey?.publicKey)
    throw refused("It is not one of yours, or your authenticator app was replaced since.");
  let challenge = "";
  const verified = await verifyAuthenticationResponse({
    response: signature as Parameters<typeof verifyAuthenticationResponse>[0]["response"],
    expectedChallenge: (signed) => ((challenge = signed), true),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: passkey.signatures,
    },
  }).catch((fault: unknown) => {
    log.warn({ userId: scope.userId, fault: (fault as Error).message }, "A passkey's signature was refused");
    return null;
  });
  if (!verified?.verified) throw refused("Its signature is not right.");
  if (!(await spend(scope, about, challenge)))
    throw refused("It signed something else, was used already, or took longer than five minutes.");
  const { tenantId, userId } = scope;
  const { newCounter: signatures } = verified.authenticationInfo;
  const isMarked = await inTenant(scope.database, tenantId, (tx) =>
    markPasskeyUsed(tx, { tenantId, userId }, { id: passkey.id, signatures }),
  );
  if (!isMarked) throw refused("It was removed meanwhile, or a copy of it is in use.");
}

/** A new passkey that is what it says. It counts for nothing before `takeNewPasskey`. @throws AppError validation_failed 422. */
export async function verifyNewPasskey(
  scope: PasskeyScope,
  passkey: NewPasskey,
): Promise<{ credentialId: string; publicKey: string; challenge: string }> {
  const party = requireRelyingParty();
  let challenge = "";
  const verified = await verifyRegistrationResponse({
    response: passkey as Parameters<typeof verifyRegistrationResponse>[0]["response"],
    expectedChallenge: (signed) => ((challenge = signed), true),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch((fault: unknown) => {
    log.warn({ userId: scope.userId, fault: (fault as Error).message }, "A new passkey was refused");
    return null;
  });
  if (!verified?.verified) throw notAsAsked();
  const { id: credentialId, publicKey } = verified.registrationInfo.credential;
  return { credentialId, publicKey: Buffer.from(publicKey).toString("base64url"), challenge };
}

/** Spends what a new passkey was made for. @throws AppError validation_failed 422. */
export async function takeNewPasskey(scope: PasskeyScope, challenge: string): Promise<void> {
  if (!(await spend(scope, { kind: "new_passkey" }, challenge))) throw notAsAsked();
}

const notAsAsked = () =>
  new AppError(
    "validation_failed",
    "The browser's passkey does not fit what it was asked for, or took longer than five minutes. Begin again.",
    { issues: [{ path: "passkey", message: "must be made for the options of the first step" }] },
  );

const refused = (why: string) => new AppError("step_up_failed", `That passkey does not count. ${why}`);
