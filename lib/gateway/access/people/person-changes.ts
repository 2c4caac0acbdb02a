import type { TenantTransaction } from "@/db/client";
import { endOtherSessions } from "@/db/queries/people/accounts";
import {
  clearOidcIdentity,
  clearSecondFactor,
  restoreMembership,
  revokeMembership,
  setRole,
} from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people";
import type { Person, Role } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import {
  type PersonChange,
  type PersonToChange,
  assertLive,
  assertNotLastAdmin,
  assertNotSelf,
  assertOnlyHere,
  changePerson,
} from "./change-person";

/**
 * An administrator's changes to a person that need the person's id alone. Each one throws AppError not_allowed 403 (not
 * an administrator, or a rule named at the change) and not_found 404.
 */
type Change = (
  tx: TenantTransaction,
  person: PersonToChange & { tenantId: number },
  admin: Person,
) => Promise<PersonChange>;

const changeOf =
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
 * Removes the authenticator app of a person who lost it. They cannot decide L5 until they set up another. Refused for
 * the administrator themselves and for a person of another tenant.
 */
export const resetSecondFactor = changeOf(async (tx, { userId }, admin) => {
  assertNotSelf(admin, userId, "reset the authenticator app of");
  await assertOnlyHere(tx, admin, userId);
  await clearSecondFactor(tx, userId);
  return { type: "person.second_factor_reset", details: {} };
});

/**
 * Removes the link to the person's account at the identity provider, for an account that was created again there. The
 * next sign-in with their verified address links again. Refused for a person of another tenant.
 */
export const unlinkSignIn = changeOf(async (tx, { userId }, admin) => {
  await assertOnlyHere(tx, admin, userId);
  await clearOidcIdentity(tx, userId);
  return { type: "person.sign_in_unlinked", details: {} };
});

/**
 * Revokes a membership from the person's next request on, with its tokens, sessions and signatures. Past decisions
 * stand. Revoking twice changes nothing. Refused for the administrator themselves. @throws AppError last_admin 409.
 */
export const revokePerson = changeOf(async (tx, person, admin) => {
  assertNotLastAdmin(person);
  assertNotSelf(admin, person.userId, "revoke");
  if (person.revoked) return null;
  await revokeMembership(tx, person.tenantId, person.userId);
  return { type: "person.revoked", details: { role: person.role } };
});

/**
 * Restores a membership with its former role. Tokens, sessions and signatures stay revoked. Restoring twice changes
 * nothing.
 */
export const restorePerson = changeOf(async (tx, person) => {
  if (!person.revoked) return null;
  await restoreMembership(tx, person.tenantId, person.userId);
  return { type: "person.restored", details: { role: person.role } };
});

/**
 * Changes a person's role from their next request on. Setting the current role changes nothing. Refused for the
 * administrator's own role. @throws AppError last_admin 409, not_live 409.
 */
export const changeRole = (admin: Person, { id, role }: { id: number; role: Role }, gateway?: Gateway) =>
  changeOf(async (tx, person) => {
    assertNotLastAdmin(person);
    assertNotSelf(admin, id, "change the role of");
    assertLive(person);
    if (person.role === role) return null;
    await setRole(tx, person.tenantId, id, role);
    return { type: "person.role_changed", details: { from: person.role, to: role } };
  })(admin, id, gateway);
