import { inTenant } from "@/db/client";
import { findTotpFactor } from "@/db/queries/people/accounts";
import { insertPasskey, removePasskey as remove } from "@/db/queries/people/passkeys";
import {
  CHALLENGE_SECONDS,
  type PasskeyScope,
  findPasskeys,
  newChallenge,
  requireRelyingParty,
  takeNewPasskey,
  verifyNewPasskey,
} from "@/lib/auth/second-factor/passkey";
import { sealPasskey } from "@/lib/auth/second-factor/passkey-box";
import { relyingParty } from "@/lib/auth/second-factor/relying-party";
import { proveSecondFactor } from "@/lib/auth/second-factor/second-factor";
import { openTotpSecret } from "@/lib/auth/second-factor/totp";
import type {
  NewPasskey,
  PasskeyAbout,
  PasskeyCreation,
  PasskeyRequest,
  Passkeys,
} from "@/lib/contract/people/passkeys";
import type { Person } from "@/lib/core/access/principal";
import { AppError } from "@/lib/core/errors";
import { isoOf } from "@/lib/core/values/time";
import { requireSession } from "@/lib/gateway/access/step-up/spend-step-up";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { appendOwnEvent } from "./append-own-event";

export const PASSKEYS_MAX = 20;
/** ES256, EdDSA and RS256, as WebAuthn advises. */
const ALGORITHMS = [-7, -8, -257];

/** The person's own passkeys, the newest first. */
export async function readPasskeys(person: Person, gateway: Gateway = getGateway()): Promise<Passkeys> {
  const rows = await findPasskeys({ ...person, database: gateway.database });
  const available = relyingParty() !== null;
  return {
    available,
    usable: available && rows.some(({ publicKey }) => publicKey !== null),
    items: rows.map(({ id, label, addedAt, usedAt, publicKey }) => ({
      id,
      label,
      added_at: isoOf(addedAt)!,
      used_at: isoOf(usedAt),
      counts: publicKey !== null,
    })),
  };
}

/**
 * The challenge that a browser signs with one of the person's passkeys, good for this one thing.
 * @throws AppError session_required, step_up_failed (none counts) 403; passkeys_unavailable 409; rate_limited 429.
 */
export async function askPasskey(
  person: Person,
  about: PasskeyAbout,
  gateway: Gateway = getGateway(),
): Promise<PasskeyRequest> {
  const scope = scopeOf(person, gateway);
  const { id: rpId } = requireRelyingParty();
  const counting = (await findPasskeys(scope)).filter(({ publicKey }) => publicKey !== null);
  if (counting.length === 0)
    throw new AppError("step_up_failed", "You have no passkey that counts. Add one on your account page.");
  return {
    challenge: await newChallenge(scope, about),
    rpId,
    timeout: CHALLENGE_SECONDS * 1_000,
    userVerification: "required",
    allowCredentials: counting.map(({ credentialId: id }) => ({ id, type: "public-key" })),
  };
}

/**
 * The options by which a browser makes a passkey. An authenticator app comes first: it is what a passkey is added by, and ends with.
 * @throws AppError session_required, step_up_failed (no app) 403; passkeys_unavailable 409; rate_limited 429.
 */
export async function beginPasskey(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<PasskeyCreation> {
  const scope = scopeOf(person, gateway);
  const { id } = requireRelyingParty();
  await secretOf(person, gateway);
  const passkeys = await findPasskeys(scope);
  return {
    challenge: await newChallenge(scope, { kind: "new_passkey" }),
    rp: { id, name: "Countersign" },
    user: {
      // Another company's passkey of the same person stands beside it in the authenticator.
      id: Buffer.from(`${person.tenantId}-${person.userId}`).toString("base64url"),
      name: `${person.email} (${person.tenantName})`,
      displayName: person.name,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
    timeout: CHALLENGE_SECONDS * 1_000,
    attestation: "none",
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId, type: "public-key" })),
  };
}

/**
 * Keeps a passkey that the browser made for `beginPasskey`, against a fresh code of the authenticator app.
 * @throws AppError validation_failed 422; session_required, step_up_failed 403; passkeys_unavailable, already_exists 409;
 *   rate_limited 429; unauthenticated 401 after a concurrent revocation.
 */
export async function addPasskey(
  person: Person,
  { label, passkey, code }: { label: string; passkey: NewPasskey; code: string },
  gateway: Gateway = getGateway(),
): Promise<Passkeys> {
  const scope = scopeOf(person, gateway);
  const { tenantId, userId, sessionId } = scope;
  const { credentialId, publicKey, challenge } = await verifyNewPasskey(scope, passkey);
  if ((await findPasskeys(scope)).length >= PASSKEYS_MAX)
    throw new AppError("validation_failed", `You have ${PASSKEYS_MAX} passkeys. Remove one first.`, {
      issues: [{ path: "passkey", message: `must not be more than ${PASSKEYS_MAX}` }],
    });
  await proveSecondFactor({ tenantId, userId, code, sessionId }, gateway);
  // After the code: the same passkey may be sent again with a better one.
  await takeNewPasskey(scope, challenge);
  const totpSecret = await secretOf(person, gateway);
  const sealed = sealPasskey(userId, { credentialId, publicKey, totpSecret });
  await inTenant(gateway.database, tenantId, async (tx) => {
    const id = await insertPasskey(tx, scope, { credentialId, sealed, label });
    if (id === null) throw new AppError("already_exists", "This passkey was added before.");
    await appendOwnEvent(tx, person, "person.passkey_added", { passkey_id: id });
  });
  return readPasskeys(person, gateway);
}

/** It proves nothing any more. @throws AppError not_found 404, also the second time. */
export async function removePasskey(
  person: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<Passkeys> {
  await inTenant(gateway.database, person.tenantId, async (tx) => {
    if (!(await remove(tx, person, id)))
      throw new AppError("not_found", "You have no such passkey; it may be removed already.");
    await appendOwnEvent(tx, person, "person.passkey_removed", { passkey_id: id });
  });
  return readPasskeys(person, gateway);
}

const scopeOf = (person: Person, { database }: Gateway): PasskeyScope => ({
  tenantId: person.tenantId,
  userId: person.userId,
  sessionId: requireSession(person),
  database,
});

/** @throws AppError step_up_failed 403 where there is no authenticator app, or its secret does not open. */
async function secretOf({ tenantId, userId }: Person, { database }: Gateway): Promise<string> {
  const factor = await inTenant(database, tenantId, (tx) => findTotpFactor(tx, { tenantId, userId }));
  if (!factor)
    throw new AppError(
      "step_up_failed",
      "Set up an authenticator app first: a passkey is added by one of its codes.",
    );
  try {
    return openTotpSecret(userId, factor.sealedSecret);
  } catch {
    throw new AppError(
      "step_up_failed",
      "Your authenticator app does not count any more. Ask an administrator to reset it, then set it up again.",
    );
  }
}
