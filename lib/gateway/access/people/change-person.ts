import { type TenantTransaction, inTenant } from "@/db/client";
import { readConfirmationsInForce } from "@/db/queries/people/attestations";
import { isRoleKnown } from "@/lib/auth/session/role-seal";
import { revokeForgedConfirmationsIn } from "@/lib/gateway/access/attestation-seal";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import {
  type Counters,
  type GivenRole,
  type PersonRow,
  belongsElsewhere,
  listPeople,
  lockAdmins,
  lockMembership,
  lockMemberships,
} from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people/people";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import type { Gateway } from "@/lib/gateway/context";
import { personViewOf } from "./person-view";

/** The person to change. Their membership row stays locked until the change commits. */
export interface PersonToChange extends Counters {
  userId: number;
  role: PersonRow["role"];
  /** False where the role was written past the app: they hold nothing. */
  known: boolean;
  revoked: boolean;
  /** A role that waits for a second administrator. */
  pendingRole: GivenRole | null;
  /** True if the tenant has no other administrator. */
  isLastAdmin: boolean;
}

/** The ledger event of the change, with ids and plain words only; null: nothing changed. */
export type PersonChange = { type: string; details: Record<string, unknown> } | null;

/**
 * Runs an administrator's change to a person. It locks the administrators' rows first: the caller then certainly still
 * is one, and two concurrent changes cannot leave a tenant without any. Then everybody's. The change and its event commit
 * together.
 * @throws AppError not_allowed 403, not_found 404, and any error of the change.
 */
export async function changePerson(
  admin: Person,
  userId: number,
  gateway: Gateway,
  change: (tx: TenantTransaction, person: PersonToChange) => Promise<PersonChange>,
): Promise<PersonView> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const admins = await lockAdmins(tx, tenantId);
    assertStillAdmin(admin, admins);
    const membership = await lockMembership(tx, tenantId, userId);
    if (!membership) throw new AppError("not_found", "There is no such person here.");
    await holdEverybody(tx, tenantId);
    const isLastAdmin = admins.length === 1 && admins[0] === userId;
    const known = isRoleKnown({ tenantId, userId, ...membership });
    const event = await change(tx, { userId, ...membership, known, isLastAdmin });
    if (event) await appendPersonEvent(tx, admin, userId, event);
    return viewOf(tx, tenantId, userId);
  });
}

/**
 * Locks everybody of the tenant until the transaction ends, and revokes confirmations that were not given here: a change
 * weighs genuine facts.
 */
export async function holdEverybody(tx: TenantTransaction, tenantId: number): Promise<void> {
  await lockMemberships(tx, tenantId);
  await revokeForgedConfirmationsIn(tx, tenantId, await readConfirmationsInForce(tx, tenantId));
}

export async function appendPersonEvent(
  tx: TenantTransaction,
  admin: Person,
  userId: number,
  event: NonNullable<PersonChange>,
): Promise<void> {
  await appendEvent(tx, {
    ...byPerson(admin),
    entityType: "person",
    entityId: userId,
    type: event.type,
    details: { user_id: userId, by_user_id: admin.userId, ...event.details },
  });
}

export async function viewOf(tx: TenantTransaction, tenantId: number, userId: number): Promise<PersonView> {
  const [row] = await listPeople(tx, tenantId, userId);
  return personViewOf(row!);
}

/** Repeats the role check under the lock. @throws AppError not_allowed 403. */
export function assertStillAdmin(admin: Person, admins: readonly number[]): void {
  if (admins.includes(admin.userId)) return;
  throw new AppError("not_allowed", "You are not an administrator any more.");
}

/** @throws AppError not_live 409: a revoked membership must be restored first. */
export function assertLive({ revoked }: PersonToChange): void {
  if (revoked) throw new AppError("not_live", "This person's membership is revoked. Restore it first.");
}

/**
 * Protects people who belong to another tenant too: an administrator who could reset their credentials could sign in
 * there.
 * @throws AppError not_allowed 403.
 */
export async function assertOnlyHere(tx: TenantTransaction, admin: Person, userId: number): Promise<void> {
  if (!(await belongsElsewhere(tx, admin.tenantId, userId))) return;
  throw new AppError(
    "not_allowed",
    "This person belongs to another company on this installation as well, so only they or the server's operator can do that.",
  );
}

/** @throws AppError last_admin 409. */
export function assertNotLastAdmin({ isLastAdmin }: PersonToChange): void {
  if (!isLastAdmin) return;
  throw new AppError(
    "last_admin",
    "This is the last administrator. Make somebody else one first, or nobody could manage people any more.",
  );
}

/** `verb` completes "You cannot … yourself". @throws AppError not_allowed 403 for the administrator's own row. */
export function assertNotSelf(admin: Person, userId: number, verb: string): void {
  if (admin.userId !== userId) return;
  throw new AppError("not_allowed", `You cannot ${verb} yourself: another administrator must do that.`);
}
