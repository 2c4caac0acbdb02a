import { expect, test } from "vitest";
import { seedTenant, sqlState } from "@/db/testing/rows";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { RETENTION_BATCH_MAX, enforceTenantRetention } from "./enforce-retention";

/** Messages, deliveries, routing, attempts and figures go by their periods. */

const world = await useWorld();
const { owner, superuser, gateway } = world;

const past = (statement: string) => pastEveryGuard(superuser, (tx) => tx.unsafe(statement));
const countsOf = async (tenantId: number) => (await enforceTenantRetention(tenantId, "test", gateway)).counts;
const idsOf = async (table: string, tenantId: number): Promise<number[]> =>
  (await owner`SELECT id FROM ${owner(table)} WHERE tenant_id = ${tenantId} ORDER BY id`).map(({ id }) => id);

test("messages and plans go once their action has ended for longer than the period, and not while it waits", async () => {
  const { tenantId, actionId } = await seedTenant(world.db);
  const settled = `UPDATE channel_messages SET state = 'closed', next_at = NULL, settled_at = now(),
    created_at = created_at - interval '400 days' WHERE tenant_id = ${tenantId}`;
  await past(settled);
  await past(
    `UPDATE message_plans SET planned_at = now() - interval '400 days' WHERE tenant_id = ${tenantId}`,
  );
  // Its action ended today.
  expect((await countsOf(tenantId)).messages).toBe(0);
  await past(`UPDATE proposed_actions SET applied_at = now() - interval '366 days', decided_at = now() - interval '366 days'
    WHERE id = ${actionId}`);
  // The message was settled today.
  expect((await countsOf(tenantId)).messages).toBe(1);
  await past(
    `UPDATE channel_messages SET settled_at = now() - interval '366 days' WHERE tenant_id = ${tenantId}`,
  );
  await past(
    `UPDATE proposed_actions SET status = 'approved', applied_at = NULL, ns_internal_id = NULL WHERE id = ${actionId}`,
  );
  expect((await countsOf(tenantId)).messages).toBe(0);
  await past(`UPDATE proposed_actions SET status = 'applied', applied_at = now() - interval '366 days',
    ns_internal_id = '1' WHERE id = ${actionId}`);
  expect((await countsOf(tenantId)).messages).toBe(1);
  expect(await idsOf("channel_messages", tenantId)).toEqual([]);
  expect(await idsOf("message_plans", tenantId)).toEqual([]);
});

test("deliveries go 90 days after they came, batch by batch, and nobody else's", async () => {
  const [mine, other] = [await seedTenant(world.db), await seedTenant(world.db)];
  const fill = ({ tenantId }: typeof mine, count: number, days: number) => owner`
    INSERT INTO channel_deliveries (tenant_id, account_id, provider_key, received_at, handling_until)
    SELECT ${tenantId}, a.id, 'd' || ${days} || '-' || n, now() - make_interval(days => ${days}),
      now() - make_interval(days => ${days})
    FROM channel_accounts a, generate_series(1, ${count}::int) AS n WHERE a.tenant_id = ${tenantId}`;
  await fill(mine, RETENTION_BATCH_MAX + 1, 91);
  await fill(mine, 1, 89);
  await fill(other, 1, 91);
  expect((await countsOf(mine.tenantId)).deliveries).toBe(RETENTION_BATCH_MAX + 1);
  expect(await idsOf("channel_deliveries", mine.tenantId)).toHaveLength(2);
  expect(await idsOf("channel_deliveries", other.tenantId)).toHaveLength(2);
});

test("versions of the routing go once they have been replaced for longer than the period, and the one in force stays", async () => {
  const { tenantId } = await seedTenant(world.db);
  await past(
    `UPDATE routing_versions SET published_at = now() - interval '900 days' WHERE tenant_id = ${tenantId}`,
  );
  expect((await countsOf(tenantId)).routing_versions).toBe(0);
  await owner`INSERT INTO routing_versions (tenant_id, version, rules, note, published_by_label, published_at)
    VALUES (${tenantId}, 2, '[]', 'n', 'Pat', now() - interval '364 days')`;
  expect((await countsOf(tenantId)).routing_versions).toBe(0);
  await past(
    `UPDATE routing_versions SET published_at = published_at - interval '2 days' WHERE tenant_id = ${tenantId}`,
  );
  expect((await countsOf(tenantId)).routing_versions).toBe(1);
  expect(await owner`SELECT version FROM routing_versions WHERE tenant_id = ${tenantId}`).toEqual([
    { version: 2 },
  ]);
});

test("attempts go once their step has ended for longer than the period, and those of an open step stay", async () => {
  const { tenantId } = await seedTenant(world.db);
  await past(`UPDATE step_attempts SET ended_at = now() - interval '181 days' WHERE tenant_id = ${tenantId}`);
  await past(`UPDATE steps SET ended_at = NULL WHERE tenant_id = ${tenantId}`);
  expect((await countsOf(tenantId)).step_attempts).toBe(0);
  await past(`UPDATE steps SET ended_at = now() - interval '181 days' WHERE tenant_id = ${tenantId}`);
  expect((await countsOf(tenantId)).step_attempts).toBe(1);
});

test("challenges of passkeys and codes of links go after a day, figures of sending after thirty", async () => {
  const { tenantId } = await seedTenant(world.db);
  const left = async () => {
    const [row] = await owner`SELECT
      (SELECT count(*)::int FROM passkey_challenges WHERE tenant_id = ${tenantId}) AS challenges,
      (SELECT count(*)::int FROM channel_link_codes WHERE tenant_id = ${tenantId}) AS codes,
      (SELECT count(*)::int FROM channel_figures WHERE tenant_id = ${tenantId}) AS figures`;
    return row;
  };
  await countsOf(tenantId);
  expect(await left()).toEqual({ challenges: 1, codes: 1, figures: 1 });
  await past(
    `UPDATE passkey_challenges SET expires_at = now() - interval '25 hours' WHERE tenant_id = ${tenantId}`,
  );
  await past(`UPDATE channel_link_codes SET created_at = created_at - interval '25 hours',
    expires_at = expires_at - interval '25 hours' WHERE tenant_id = ${tenantId}`);
  await past(
    `UPDATE channel_figures SET began_at = now() - interval '31 days' WHERE tenant_id = ${tenantId}`,
  );
  await countsOf(tenantId);
  expect(await left()).toEqual({ challenges: 0, codes: 0, figures: 0 });
});

test.each(["channel_messages", "channel_deliveries", "routing_versions", "step_attempts"])(
  "nobody deletes a row of %s past retention, the owner neither",
  async (table) => {
    const { tenantId } = await seedTenant(world.db);
    const statement = `DELETE FROM ${table} WHERE tenant_id = ${tenantId}`;
    expect(await sqlState(owner.unsafe(statement))).toBe("CS001");
    const asApp = world.db.database.sql.begin(async (tx) => {
      await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true),
        set_config('countersign.blanking', 'on', true)`;
      await tx.unsafe(statement);
    });
    expect(await sqlState(asApp)).toBe("42501");
  },
);
