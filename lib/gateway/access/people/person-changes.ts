import type { TenantTransaction } from "@/db/client";
import { endOtherSessions } from "@/db/queries/people/accounts";
import { attestAppTakenAway } from "@/db/queries/people/attestations";
import {
  cameInBefore,
  clearOidcIdentity,
  clearSecondFactor,
  revokeMembership,
} from "@/db/queries/people/memberships";
import { markRecovered } from "@/db/queries/people/new-credentials";
import type { PersonView } from "@/lib/contract/people/people";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { sealAttestation } from "@/lib/gateway/access/attestation-seal";
import {
  type PersonChange,
  type PersonToChange,
  assertNotLastAdmin,
  assertNotSelf,
  assertOnlyHere,
  changePerson,
} from "./change-person";
import { sealedChange } from "./sealed-change";

/**
 * An administrator's changes to a person that need the person's id alone. Each one throws AppError not_allowed 403 (not
 * an administrator, or a rule named at the change) and not_found 404. Those that replace credentials need a step-up
 * (session_required 403; step_up_missing, step_up_invalid 428), and silence the person at L4 and L5 for a day.
 */
export type Change = (
  tx: TenantTransaction,
  person: PersonToChange & { tenantId: number },
  admin: Person,
) => Promise<PersonChange>;

export const changeOf =
  (change: Change) =>
  (admin: Person, id: number, gateway: Gateway = getGateway()): Promise<PersonView> =>
    changePerson(admin, id, gateway, (tx, person) =>
      change(tx, { ...person, tenantId: admin.tenantId }, admin),
    );

/** Signs a person out of every browser at once. Tokens stay valid. Administrators may sign themselves out. */
export const endSessions = changeOf(async (tx, person) => {
  await endOtherSessions(tx, person, null);
  return { type: "person.sessions_ended", details: {} };
});

/**
 * Removes the authenticator app of a person who lost it, or from whom it was taken. They cannot decide L5 until they set up
 * another. Refused for the administrator themselves and for a person of another tenant.
 */
export const resetSecondFactor = changeOf(async (tx, { userId }, admin) => {
  assertNotSelf(admin, userId, "reset the authenticator app of");
  await assertOnlyHere(tx, admin, userId);
  await spendStepUp(tx, admin, { purpose: "reset_second_factor", subject: String(userId) });
  const number = await clearSecondFactor(tx, userId);
  const { tenantId, userId: actorUserId } = admin;
  const attestation = {
    tenantId,
    userId,
    about: "took_away_app",
    number,
    role: null,
    byUserId: actorUserId,
  } as const;
  await attestAppTakenAway(tx, { userId, number, seal: sealAttestation(attestation), actorUserId });
  await markRecovered(tx, userId, admin.userId);
  return { type: "person.second_factor_reset", details: {} };
});

/**
 * Removes the link to the person's account at the identity provider, for an account that was created again there. The
 * next sign-in with their verified address links again. Refused for a person of another tenant.
 */
export const unlinkSignIn = changeOf(async (tx, { tenantId, userId }, admin) => {
  await assertOnlyHere(tx, admin, userId);
  await spendStepUp(tx, admin, { purpose: "unlink_sign_in", subject: String(userId) });
  const recovers = admin.userId !== userId && (await cameInBefore(tx, tenantId, userId));
  await clearOidcIdentity(tx, userId);
  if (recovers) await markRecovered(tx, userId, admin.userId);
  return { type: "person.sign_in_unlinked", details: {} };
});

/**
 * Revokes a membership from the person's next request on, with its tokens, sessions and signatures. Past decisions
 * stand. Where there is another administrator, the person goes on counting as an approver until they confirm. Revoking
 * twice changes nothing. Refused for the administrator themselves. @throws AppError last_admin 409.
 */
export const revokePerson = changeOf(async (tx, person, admin) => {
  assertNotLastAdmin(person);
  assertNotSelf(admin, person.userId, "revoke");
  if (person.revoked) return null;
  const { seal, leaveSeal } = sealedChange(admin, person, person.role);
  await revokeMembership(tx, person, admin, { seal: person.known ? seal : null, leaveSeal });
  return { type: "person.revoked", details: { role: person.role } };
});
