import { inTenant } from "@/db/client";
import { countNotices, dismissNotices } from "@/db/queries/actions/notices";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";

/**
 * The person has seen what became of these approvals of theirs. Only their own notices go; a trouble that arises later is
 * told again. Doing it twice is the same.
 */
export async function dismissOwnNotices(
  person: Person,
  actionIds: readonly number[],
  gateway: Gateway = getGateway(),
): Promise<{ left: number }> {
  const { tenantId, userId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    await dismissNotices(tx, tenantId, userId, actionIds);
    return { left: await countNotices(tx, tenantId, userId) };
  });
}
