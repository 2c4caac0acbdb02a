import { inTenant } from "@/db/client";
import { listCacheVersions } from "@/db/queries/pushes/internal-writes";
import type { CacheVersionList } from "@/lib/contract/drafts-and-caches";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { isoOf } from "@/lib/core/values/time";

/** The version of each cache that holds, by name. Whoever keeps one compares it with the version that he holds. */
export async function readCacheVersions(
  person: Person,
  query: { cursor?: string | undefined; limit: number },
  gateway: Gateway = getGateway(),
): Promise<CacheVersionList> {
  const rows = await inTenant(gateway.database, person.tenantId, (tx) =>
    listCacheVersions(tx, person.tenantId, query.cursor ?? null, query.limit + 1),
  );
  const shown = rows.slice(0, query.limit);
  return {
    items: shown.map(({ name, version, actionId, createdAt }) => ({
      name,
      version,
      action_id: actionId,
      invalidated_at: isoOf(createdAt),
    })),
    next_cursor: rows.length > query.limit ? shown.at(-1)!.name : null,
  };
}
