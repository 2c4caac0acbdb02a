import { inTenant } from "@/db/client";
import { listCacheVersions } from "@/db/queries/pushes/internal-writes";
import type { CacheVersionList } from "@/lib/contract/actions/drafts-and-caches";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { pageOf } from "@/lib/core/values/page";
import { isoOf } from "@/lib/core/values/time";

/** The current version of each cache, by name. The keeper of a cache compares it with the version that it holds. */
export async function readCacheVersions(
  person: Person,
  query: { cursor?: string | undefined; limit: number },
  gateway: Gateway = getGateway(),
): Promise<CacheVersionList> {
  const rows = await inTenant(gateway.database, person.tenantId, (tx) =>
    listCacheVersions(tx, person.tenantId, query.cursor ?? null, query.limit + 1),
  );
  const { page, next_cursor } = pageOf(rows, query.limit, ({ name }) => name);
  return {
    items: page.map(({ name, version, actionId, createdAt }) => ({
      name,
      version,
      action_id: actionId,
      invalidated_at: isoOf(createdAt),
    })),
    next_cursor,
  };
}
