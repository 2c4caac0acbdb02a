import { type Database, inTenant } from "@/db/client";
import { selectOne } from "@/db/queries/rows";

/** The first push of an approved action. */
export async function findFirstPush(database: Database, tenantId: number, actionId: number): Promise<number> {
  const { id } = await inTenant(
    database,
    tenantId,
    (tx) =>
      selectOne<{ id: number }>(tx)`
      SELECT min(id) AS id FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND action_id = ${actionId}`,
  );
  return id;
}
