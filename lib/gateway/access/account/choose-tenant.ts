import { moveSession } from "@/db/queries/people/identity";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/**
 * Moves the session to another of the person's tenants, from its next request on.
 * @throws AppError not_allowed 403 with a token, which belongs to one tenant; not_found 404 without a live membership.
 */
export async function chooseTenant(
  person: Person,
  tenantId: number,
  gateway: Gateway = getGateway(),
): Promise<{ tenant_id: number }> {
  if (person.sessionId === undefined)
    throw new AppError("not_allowed", "A token works for one company only: create another one there.");
  const isMoved = await moveSession(gateway.database.sql, {
    sessionId: person.sessionId,
    userId: person.userId,
    tenantId,
  });
  if (!isMoved) throw new AppError("not_found", "You do not belong to this company.");
  return { tenant_id: tenantId };
}
