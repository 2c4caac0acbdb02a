import { type TenantTransaction, inTenant } from "@/db/client";
import { listCacheVersions, listNamelessVersions } from "@/db/queries/pushes/internal-writes";
import type { CacheVersionList } from "@/lib/contract/actions/drafts-and-caches";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sightIn } from "@/lib/gateway/read/actions/sight";
import { pageOf } from "@/lib/core/values/page";
import { isoOf } from "@/lib/core/values/time";

interface Query {
  cursor?: string | undefined;
  limit: number;
}

/**
 * The current version of each cache, by name. The keeper of a cache compares it with the version that it holds. Names are
 * content, because they name customers and records: whoever sees none gets versions without names, newest first.
 */
export async function readCacheVersions(
  person: Person,
  query: Query,
  gateway: Gateway = getGateway(),
): Promise<CacheVersionList> {
  return inTenant(gateway.database, person.tenantId, async (tx) => {
    const { seesContent } = await sightIn(tx, person);
    return (seesContent ? readNamed : readNameless)(tx, person.tenantId, query);
  });
}

async function readNamed(
  tx: TenantTransaction,
  tenantId: number,
  { cursor, limit }: Query,
): Promise<CacheVersionList> {
  const rows = await listCacheVersions(tx, tenantId, cursor ?? null, limit + 1);
  const { page, next_cursor } = pageOf(rows, limit, ({ name }) => name);
  return { redacted: false, items: page.map((row) => ({ name: row.name, ...versionOf(row) })), next_cursor };
}

async function readNameless(
  tx: TenantTransaction,
  tenantId: number,
  { cursor, limit }: Query,
): Promise<CacheVersionList> {
  const rows = await listNamelessVersions(tx, tenantId, idOf(cursor), limit + 1);
  const { page, next_cursor } = pageOf(rows, limit, ({ id }) => String(id));
  return { redacted: true, items: page.map((row) => ({ name: null, ...versionOf(row) })), next_cursor };
}

/** A name, as the cursor of somebody who saw names until now, begins again. */
const idOf = (cursor = ""): number | null => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : null);

const versionOf = (row: { version: number; actionId: number; createdAt: string }) => ({
  version: row.version,
  action_id: row.actionId,
  invalidated_at: isoOf(row.createdAt),
});
