import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTenantPrepared } from "./client";
import { selectOne } from "./queries/rows";
import { seedTenant } from "./testing/rows";
import { useTestDatabase } from "./testing/use-test-database";

const db = await useTestDatabase({ poolMax: 1 });
const mine = await seedTenant(db);
const theirs = await seedTenant(db);

type Tx = Parameters<Parameters<typeof inTenantPrepared>[2]>[0];
const countTenants = (tx: Tx) =>
  selectOne<{ ids: number[] }>(tx)`SELECT array_agg(id) AS ids FROM tenants WHERE id > ${0}::bigint`;

test("statements that go out together with the tenant's setting see that tenant alone, also on a connection that served another", async () => {
  for (const { tenantId } of [mine, theirs, mine]) {
    const seen = await inTenantPrepared(db.database, tenantId, (tx) =>
      Promise.all([countTenants(tx), countTenants(tx)]),
    );
    expect(seen).toEqual([{ ids: [tenantId] }, { ids: [tenantId] }]);
  }
});

test("a statement is prepared once on a connection and planned no more", async () => {
  const prepared = await inTenantPrepared(db.database, mine.tenantId, async (tx) => {
    await countTenants(tx);
    await countTenants(tx);
    return selectOne<{ count: number }>(tx)`
      SELECT count(*)::int AS count FROM pg_prepared_statements
      WHERE statement LIKE '%array_agg(id) AS ids%' AND ${1} = 1`;
  });
  // This question is one of them itself.
  expect(prepared).toEqual({ count: 2 });
});

test("where a statement fails the others of its transaction do nothing, and the connection serves the next one", async () => {
  const mark = (text: string) => sql`SELECT set_config('app.mark', ${text}, false)`;
  const failing = inTenantPrepared(db.database, mine.tenantId, (tx) =>
    Promise.all([tx.execute(mark("first")), tx.execute(sql`SELECT 1 / ${0}::int`), tx.execute(mark("last"))]),
  );
  await expect(failing).rejects.toMatchObject({ cause: { code: "22012" } });
  const { left } = await inTenantPrepared(
    db.database,
    mine.tenantId,
    (tx) => selectOne<{ left: string | null }>(tx)`SELECT current_setting('app.mark', true) AS left`,
  );
  expect(left ?? "").toBe("");
});
