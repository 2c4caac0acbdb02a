import { type SQL, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ListSort } from "@/lib/core/action/list-order";
import { type TenantTransaction, inTenant } from "./client";
import { countNotices } from "./queries/actions/notices";
import { afterCursor, orderBy } from "./queries/actions/list-order";
import { countPushesByStatus } from "./queries/controls/overview";
import { proposedActions } from "./schema/actions";
import { seedTenant } from "./testing/rows";
import { useTestDatabase } from "./testing/use-test-database";

/** Plans as the app's role gets them: row-level security keeps some conditions from every index. */

const db = await useTestDatabase();
const { tenantId, userId } = await seedTenant(db);

const sorts: [sort: ListSort, status: string, key: string][] = [
  ["expiry", "pending", "2026-11-27 10:00:00+00"],
  ["taps", "pending", "2026-11-27 10:00:00+00"],
  ["ended", "ended", "2026-11-27 10:00:00+00"],
];

test.each(sorts)(
  "a page that begins within the order %s of %s actions begins in its index",
  async (sort, status, key) => {
    const order = { sort, seesContent: true };
    const isOf =
      status === "pending"
        ? sql`${proposedActions.status} = 'pending'`
        : sql`${proposedActions.status} NOT IN ('pending', 'approved')`;
    const plan = await inTenant(db.database, tenantId, async (tx) => {
      await tx.execute(sql`SET LOCAL enable_seqscan = off`);
      return tx.execute(sql`EXPLAIN SELECT id FROM proposed_actions WHERE tenant_id = ${tenantId}::bigint AND ${isOf}
      AND ${afterCursor(order, { key, id: 1 })} ORDER BY ${sql.join(orderBy(order), sql`, `)} LIMIT 51`);
    });
    const lines = plan.map((row) => String(row["QUERY PLAN"]));
    expect(
      lines.find((line) => line.includes("Index Cond")),
      lines.join("\n"),
    ).toMatch(/AND \(ROW\(/);
  },
);

test("the index of every filter of pending and of the history holds the tier, so that tiers are counted in it alone", async () => {
  const indexes = await db.owner<{ name: string; holdsTier: boolean }[]>`
    SELECT substr(c.relname, length('proposed_actions_') + 1) AS name, EXISTS (
        SELECT 1 FROM pg_attribute a
        WHERE a.attrelid = i.indrelid AND a.attname = 'risk_level' AND a.attnum = ANY (i.indkey)) AS "holdsTier"
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE i.indrelid = 'proposed_actions'::regclass
      AND c.relname ~ '_(pending|ended)_by_(tier|type|agent|customer|outcome)$' ORDER BY name`;
  const lists = ["ended", "pending"].flatMap((list) =>
    ["agent", "customer", ...(list === "ended" ? ["outcome"] : []), "tier", "type"].map(
      (by) => `${list}_by_${by}`,
    ),
  );
  expect([...indexes]).toEqual(lists.map((name) => ({ name, holdsTier: true })));
});

test("the metrics read no push that the sweep has counted", async () => {
  const lines = await inTenant(db.database, tenantId, async (tx) => {
    await tx.execute(sql`SET LOCAL enable_seqscan = off`);
    const explain = { execute: explained(tx) } as unknown as TenantTransaction;
    return countPushesByStatus(explain, tenantId) as unknown as Promise<string[]>;
  });
  expect(
    lines.find((line) => line.includes("applied_at >")),
    lines.join("\n"),
  ).toContain("Index Cond");
});

test("the overview counts the notices of stale actions in their index, without their rows", async () => {
  const lines = await inTenant(db.database, tenantId, async (tx) => {
    // Only index-only scans are left. Where one of them is impossible, the plan holds a disabled scan.
    for (const scan of ["seqscan", "bitmapscan", "indexscan"])
      await tx.execute(sql.raw(`SET LOCAL enable_${scan} = off`));
    const plan: string[][] = [];
    const explain = {
      execute: async (statement: SQL) => {
        plan.push(await explained(tx)(statement));
        return [{ count: 0 }];
      },
    } as unknown as TenantTransaction;
    await countNotices(explain, tenantId, userId);
    return plan.flat();
  });
  expect(lines.join("\n")).toContain("Index Only Scan using proposed_actions_stale on proposed_actions");
});

const explained = (tx: TenantTransaction) => async (statement: SQL) =>
  (await tx.execute(sql`EXPLAIN ${statement}`)).map((row) => String(row["QUERY PLAN"]));
