import { type TenantTransaction, inTenant } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger/events";
import {
  type PersonRow,
  belongsElsewhere,
  listPeople,
  lockAdmins,
  lockMembership,
} from "@/db/queries/people/memberships";
import type { PersonView } from "@/lib/contract/people";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import type { Gateway } from "@/lib/gateway/context";
import { personViewOf } from "./person-view";

/** The person as the change finds them, their row held until it commits. */
export interface PersonToChange {
  userId: number;
  role: PersonRow["role"];
  revoked: boolean;
  /** No administrator would be left without them. */
  isLastAdmin: boolean;
}

/** What was done, for the ledger; null: nothing had to be. Ids and plain words alone. */
export type PersonChange = { type: string; details: Record<string, unknown> } | null;

/**
 * The frame of every change that an administrator makes to a person: the administrators' rows are held first, so that
 * whoever asks still is one and two of them cannot leave a tenant without any; the change and its event commit together.
 * @throws AppError not_allowed 403, not_found 404, and what the change throws.
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
    const isLastAdmin = admins.length === 1 && admins[0] === userId;
    const event = await change(tx, { userId, ...membership, isLastAdmin });
    if (event) {
      await appendEvent(tx, {
        tenantId,
        entityType: "person",
        entityId: userId,
        type: event.type,
        actorKind: "person",
        actorLabel: admin.name,
        details: { user_id: userId, by_user_id: admin.userId, ...event.details },
      });
    }
    return viewOf(tx, tenantId, userId);
  });
}

export async function viewOf(tx: TenantTransaction, tenantId: number, userId: number): Promise<PersonView> {
  const [row] = await listPeople(tx, tenantId, userId);
  return personViewOf(row!);
}

/** For what was checked before the rows were held. @throws AppError not_allowed 403. */
export function assertStillAdmin(admin: Person, admins: readonly number[]): void {
  if (admins.includes(admin.userId)) return;
  throw new AppError("not_allowed", "You are not an administrator any more.");
}

/** @throws AppError not_live 409: what was revoked is restored first. */
export function assertLive({ revoked }: PersonToChange): void {
  if (revoked) throw new AppError("not_live", "This person's membership is revoked. Restore it first.");
}

/**
 * Whoever could reset the credentials of somebody known elsewhere could come in there under their name.
 * @throws AppError not_allowed 403.
 */
export async function assertOnlyHere(tx: TenantTransaction, admin: Person, userId: number): Promise<void> {
  if (!(await belongsElsewhere(tx, admin.tenantId, userId))) return;
  throw new AppError(
    "not_allowed",
    "This person belongs to another company on this installation as well, so only they or whoever runs the server can do that.",
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

/** @throws AppError not_allowed 403: one's own standing is somebody else's to change. */
export function assertNotSelf(admin: Person, userId: number, what: string): void {
  if (admin.userId !== userId) return;
  throw new AppError("not_allowed", `You cannot ${what} yourself: another administrator does that.`);
}
