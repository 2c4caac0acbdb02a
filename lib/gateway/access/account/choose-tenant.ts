import { moveSession } from "@/db/queries/people/identity";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/**
 * Where this session works from its next request on, among the tenants its person belongs to.
 * @throws AppError not_allowed 403 with a token, which speaks for one tenant; not_found 404 for a tenant that is not theirs.
 */
export async function chooseTenant(
  person: Person,
  tenantId: number,
  gateway: Gateway = getGateway(),
): Promise<{ tenant_id: number }> {
  if (person.sessionId === undefined)
    throw new AppError("not_allowed", "A token speaks for one company alone: make another there.");
  const moved = await moveSession(gateway.database.sql, {
    sessionId: person.sessionId,
    userId: person.userId,
    tenantId,
  });
  if (!moved) throw new AppError("not_found", "You do not belong to such a company.");
  return { tenant_id: tenantId };
}
