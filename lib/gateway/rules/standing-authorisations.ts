import { type TenantTransaction, inTenant } from "@/db/client";
import {
  type StandingRow,
  storeSeal,
  listStandingAuthorisations,
  listTrivialTypes,
  recordAuthorisation,
  revokeStandingAuthorisation as revoke,
  signStandingAuthorisation as sign,
} from "@/db/queries/actions/standing-authorisations";
import type { StandingList, StandingView } from "@/lib/contract/settings/rules";
import { AppError } from "@/lib/core/errors";
import { type Person, mayDecide } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { isoOf } from "@/lib/core/values/time";
import { isByAdministrator, isGenuine, sealSignature } from "@/lib/gateway/access/standing-seal";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/** All of them, live ones first, with how much each has let through. @throws AppError not_allowed 403. */
export async function readStandingAuthorisations(
  admin: Person,
  gateway: Gateway = getGateway(),
): Promise<StandingList> {
  requireRole(admin, "admin");
  return inTenant(gateway.database, admin.tenantId, (tx) => listIn(tx, admin.tenantId));
}

/**
 * Signs for trivial writes of these types: each goes without a tap while the number for 24 hours lasts. Its signer answers for
 * them, so that a steward signs none.
 * @throws AppError not_allowed, session_required 403; validation_failed 422 for a type that is not trivial here;
 *   step_up_missing, step_up_invalid 428.
 */
export async function signStandingAuthorisation(
  admin: Person,
  grant: { action_types: readonly string[]; per_day_max: number; valid_days: number },
  gateway: Gateway = getGateway(),
): Promise<StandingList> {
  requireRole(admin, "admin");
  if (!mayDecide(admin.role))
    throw new AppError("not_allowed", "A steward decides nothing, and so signs no authorisation to decide.");
  const { tenantId, userId: actorUserId } = admin;
  const actionTypes = [...new Set(grant.action_types)].toSorted();
  return inTenant(gateway.database, tenantId, async (tx) => {
    assertTrivial(actionTypes, await listTrivialTypes(tx, tenantId));
    await spendStepUp(tx, admin, {
      purpose: "sign_standing_authorisation",
      subject: `${actionTypes.join(",")}: ${grant.per_day_max} a day for ${grant.valid_days} days`,
    });
    const { per_day_max: perDayMax, valid_days: validDays } = grant;
    const signature = await sign(tx, tenantId, { actionTypes, perDayMax, validDays, actorUserId });
    await storeSeal(tx, tenantId, signature.id, sealSignature(signature));
    return listIn(tx, tenantId);
  });
}

/** Ends one at once, without a step-up. @throws AppError not_allowed 403; not_found 404; nothing_to_do 409. */
export async function revokeStandingAuthorisation(
  admin: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<StandingList> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const before = await listStandingAuthorisations(tx, tenantId);
    if (!before.some((row) => row.id === id))
      throw new AppError("not_found", "There is no such standing authorisation.");
    if (!(await revoke(tx, tenantId, id))) throw new AppError("nothing_to_do", "It was revoked before.");
    await recordAuthorisation(tx, tenantId, id, admin);
    return listIn(tx, tenantId);
  });
}

async function listIn(tx: TenantTransaction, tenantId: number): Promise<StandingList> {
  const rows = await listStandingAuthorisations(tx, tenantId);
  return { items: rows.map(viewOf), trivial_types: await listTrivialTypes(tx, tenantId) };
}

function viewOf(row: StandingRow): StandingView {
  const genuine = row.over || isGenuine(row);
  return {
    id: row.id,
    action_types: row.actionTypes,
    per_day_max: row.perDayMax,
    policy_version: row.policyVersion,
    signed_by: row.signedByLabel,
    signed_at: isoOf(row.createdAt),
    expires_at: isoOf(row.expiresAt),
    revoked_at: isoOf(row.revokedAt),
    live: row.live && genuine && isByAdministrator(row),
    genuine,
    used_today: row.usedToday,
    used_in_all: row.usedInAll,
  };
}

export function assertTrivial(types: readonly string[], trivial: readonly string[]): void {
  const issues = types.flatMap((type, index) =>
    trivial.includes(type)
      ? []
      : [{ path: `action_types[${index}]`, message: `is not a type at L1 here: ${trivial.join(", ")}` }],
  );
  if (issues.length > 0)
    throw new AppError("validation_failed", "Only trivial types go without a tap; see errors.", { issues });
}
