import type { TenantTransaction } from "@/db/client";
import {
  confirmFirstLink,
  confirmLeave as confirmLeaveRow,
  confirmRecovery as confirmRecoveryRow,
  findAttestation,
} from "@/db/queries/people/attestations";
import {
  confirmRole as confirmRoleRow,
  dropPendingRole as dropPendingRow,
  setRole,
} from "@/db/queries/people/memberships";
import { AppError } from "@/lib/core/errors";
import { type Person, type Role, mayAdminister, mayDecide } from "@/lib/core/access/principal";
import type { StepUpPurpose } from "@/lib/core/access/step-up";
import type { AttestationSubject } from "@/lib/core/access/attestation";
import { getGateway } from "@/lib/gateway/context";
import { isGenuineAttestation, sealAttestation } from "@/lib/gateway/access/attestation-seal";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { type PersonToChange, assertLive, assertNotLastAdmin, assertNotSelf, viewOf } from "./change-person";
import { changeOf } from "./person-changes";
import { sealedChange } from "./sealed-change";

/**
 * The changes by which somebody comes into office or leaves it. A role that adds a power needs a step-up, and where there is
 * another administrator their confirmation. Each one throws AppError not_allowed 403 and not_found 404.
 */

/** The end of each refusal, for whoever did neither. */
const SECOND_WORD =
  "If your own credentials were replaced in the last 24 hours, or by that person in the last seven days, somebody else has to.";

/**
 * Changes a person's role from their next request on. Setting the current role changes nothing. Refused for the
 * administrator's own role. @throws AppError last_admin, not_live 409; step_up_missing, step_up_invalid 428.
 */
export const changeRole = (admin: Person, { id, role }: { id: number; role: Role }, gateway = getGateway()) =>
  changeOf(async (tx, person) => {
    if (!mayAdminister(role)) assertNotLastAdmin(person);
    assertNotSelf(admin, id, "change the role of");
    assertLive(person);
    if (person.known && person.role === role && person.pendingRole === null) return null;
    const waits = await giveRole(tx, admin, person, role, {
      purpose: "change_role",
      subject: `${id}:${role}`,
    });
    if (person.role === role) return { type: "person.role_withdrawn", details: { role: person.pendingRole } };
    return waits
      ? { type: "person.role_proposed", details: { from: person.role, to: role } }
      : { type: "person.role_changed", details: { from: person.role, to: role } };
  })(admin, id, gateway);

/**
 * Restores a membership with its former role. Tokens, sessions and signatures stay revoked. Restoring twice changes
 * nothing. @throws AppError step_up_missing, step_up_invalid 428, unless the person viewed.
 */
export const restorePerson = changeOf(async (tx, person, admin) => {
  if (!person.revoked) return null;
  const { role, userId } = person;
  const step = { purpose: "restore_person", subject: String(userId) } as const;
  const waits = await giveRole(tx, admin, person, role, step);
  return {
    type: "person.restored",
    details: { role: waits ? "viewer" : role, ...(waits && { pending_role: role }) },
  };
});

/**
 * Another administrator confirms the role that waits. The step-up is for the role and the request that they saw.
 * @throws AppError nothing_to_confirm 409; changed 412 where another one waits by now.
 */
export const confirmRole = (
  admin: Person,
  { id, ...seen }: { id: number; role: Role; at: string },
  gateway = getGateway(),
) =>
  changeOf(async (tx, person) => {
    const { userId, tenantId, role: from } = person;
    const subject = `${userId}:${seen.role}:${seen.at}`;
    await spendStepUp(tx, admin, { purpose: "confirm_role", subject });
    const { pending_role: waiting } = await viewOf(tx, tenantId, userId);
    if (waiting === null) throw nothingToConfirm("No role waits for a confirmation.");
    const { role, at } = waiting;
    if (role !== seen.role || at !== seen.at)
      throw changed("Another role waits by now than the one you saw.");
    const asked = {
      about: "asked_role",
      number: person.roleWishes,
      byUserId: waiting.by_user_id,
      role,
    } as const;
    if (!(await isAttested(tx, person, asked)))
      throw nothingToConfirm("Nobody asked for this role here. Withdraw it, and give it again.");
    if (!(await confirmRoleRow(tx, sealedChange(admin, person, role))))
      throw notYours(
        `Another administrator than the one who asked for this role has to confirm it. ${SECOND_WORD}`,
      );
    return { type: "person.role_changed", details: { from, to: role, confirmed: true } };
  })(admin, id, gateway);

/** Drops a role that waits; any administrator may. @throws AppError nothing_to_confirm 409. */
export const withdrawRole = changeOf(async (tx, { userId, pendingRole }, admin) => {
  if (!(await dropPendingRow(tx, userId, admin.userId)))
    throw nothingToConfirm("No role waits for a confirmation.");
  return { type: "person.role_withdrawn", details: { role: pendingRole } };
});

/** Another administrator confirms that somebody left office. @throws AppError nothing_to_confirm 409. */
export const confirmLeave = changeOf(async (tx, person, admin) => {
  const { tenantId, userId, leaves: number } = person;
  assertNotSelf(admin, userId, "confirm this about");
  await spendStepUp(tx, admin, { purpose: "confirm_leave", subject: String(userId) });
  const { leave_unconfirmed, left_by_user_id: byUserId } = await viewOf(tx, tenantId, userId);
  const ended = { about: "ended_office", number, byUserId, role: null } as const;
  if (leave_unconfirmed && !(await isAttested(tx, person, ended)))
    throw nothingToConfirm(
      "Nobody took this role away here. Give it back, and take it away again: that can be confirmed.",
    );
  const seal = sealConfirmation(admin, { userId, about: "confirmed_leave", number });
  if (!(await confirmLeaveRow(tx, { userId, seal, actorUserId: admin.userId })))
    throw nothingToConfirm(
      `Nothing waits for a confirmation, or it was you who took the role away. ${SECOND_WORD}`,
    );
  return { type: "person.leave_confirmed", details: {} };
});

/**
 * Another administrator confirms that new credentials are in the right hands: those that they saw, and no newer ones.
 * `until` null: a first password.
 * @throws AppError nothing_to_confirm 409; changed 412 where the person got others since.
 */
export const confirmRecovery = (
  admin: Person,
  { id, ...seen }: { id: number; until: string | null },
  gateway = getGateway(),
) =>
  changeOf(async (tx, { tenantId, userId, recoveries, firstLinks }) => {
    assertNotSelf(admin, userId, "confirm this about");
    await spendStepUp(tx, admin, { purpose: "confirm_recovery", subject: `${userId}:${seen.until}` });
    const { recovery } = await viewOf(tx, tenantId, userId);
    if (recovery === null) throw nothingToConfirm("No new credentials wait for a confirmation.");
    if (recovery.until !== seen.until)
      throw changed("This person got new credentials again since you looked.");
    const [confirmRow, about, number] =
      seen.until === null
        ? ([confirmFirstLink, "confirmed_first_link", firstLinks] as const)
        : ([confirmRecoveryRow, "confirmed_recovery", recoveries] as const);
    const seal = sealConfirmation(admin, { userId, about, number });
    if (!(await confirmRow(tx, { userId, seal, actorUserId: admin.userId })))
      throw nothingToConfirm(
        `It was you, or somebody of your party, who gave the new credentials. ${SECOND_WORD}`,
      );
    return { type: "person.recovery_confirmed", details: {} };
  })(admin, id, gateway);

/** True: it waits for another administrator. */
async function giveRole(
  tx: TenantTransaction,
  admin: Person,
  person: PersonToChange & { tenantId: number },
  role: Role,
  step: { purpose: StepUpPurpose; subject: string },
): Promise<boolean> {
  const held = person.revoked || !person.known ? "viewer" : person.role;
  if (addsPower(held, role)) await spendStepUp(tx, admin, step);
  return (await setRole(tx, sealedChange(admin, person, role))) === "waits";
}

/** True where just that administrator gave, in this app, the attestation that is to be confirmed. */
async function isAttested(
  tx: TenantTransaction,
  { tenantId, userId }: PersonToChange & { tenantId: number },
  expected: { about: AttestationSubject; number: number; byUserId: number | null; role: Role | null },
): Promise<boolean> {
  const attestation = await findAttestation(tx, tenantId, { userId, about: expected.about });
  return (
    attestation !== null &&
    attestation.number === expected.number &&
    attestation.byUserId === expected.byUserId &&
    attestation.role === expected.role &&
    isGenuineAttestation(tenantId, attestation)
  );
}

const sealConfirmation = (
  { tenantId, userId: byUserId }: Person,
  confirmation: { userId: number; about: AttestationSubject; number: number },
): string => sealAttestation({ ...confirmation, tenantId, byUserId, role: null });

const addsPower = (from: Role, to: Role): boolean =>
  (mayDecide(to) && !mayDecide(from)) || (mayAdminister(to) && !mayAdminister(from));

const changed = (message: string) => new AppError("changed", `${message} Look again.`);
const nothingToConfirm = (message: string) => new AppError("nothing_to_confirm", message);
const notYours = (message: string) => new AppError("not_allowed", message);
