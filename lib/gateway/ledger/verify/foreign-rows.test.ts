import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { listUnsealed } from "@/db/queries/ledger/checkpoints";
import { inTenant } from "@/db/client";
import { readThresholds } from "@/lib/gateway/rules/read-thresholds";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { verifyLedger } from "./verify-ledger";

/** Rows and events of the app's database role that no page and no verification could read. None of them ends either. */

const world = await useWorld();
const { admin, gateway, tenantId } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
const asRole = (statement: string) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx.unsafe(statement);
  });

/** Appends a link to a chain of its own, whatever append_event would write. */
const link = (id: number, { padding = 0, at = "now()" }: { padding?: number; at?: string }) =>
  asRole(`
    INSERT INTO ledger_subjects (tenant_id, entity_type, entity_id) VALUES (${tenantId}, 'push_lane', ${id});
    WITH b AS MATERIALIZED (
      SELECT '{"v":2,"tenant_id":${tenantId},"type":"x.y","entity_type":"push_lane","entity_id":${id},"seq":1,'
        || '"at":"2026-01-01T00:00:00Z","actor":{"kind":"person","label":"Ana"},"details":{}'
        || repeat(' ', ${padding}) || '}' AS t)
    INSERT INTO events (tenant_id, event_type, entity_type, entity_id, seq, prev_hash, hash, body_text, actor_kind,
                        actor_label, occurred_at)
      SELECT ${tenantId}, 'x.y', 'push_lane', ${id}, 1, '',
        encode(sha256(convert_to(E'\\n' || t, 'UTF8')), 'hex'), t, 'person', 'Ana', ${at} FROM b`);

test("a dead letter whose error is no object is a fault of its action and ends no verification", async () => {
  const { id } = await proposeAndApprove(world, proposals.arNote());
  await asRole(`
    INSERT INTO ns_push_dlq_log (tenant_id, action_id, push_id, attempts, error_json, payload_json, last_at)
    SELECT tenant_id, action_id, id, 1, '"x"', '[]', now() FROM ns_pending_pushes WHERE action_id = ${id}`);
  const { intact, faults } = await verifyLedger(admin, { mode: "full" }, gateway);
  expect(intact).toBe(false);
  expect(faults.every((fault) => fault.entity_id === id)).toBe(true);
});

test.each(["5", '{"a": 1}', "[5, null]"])(
  "a change of thresholds that says %s keeps nobody from reading and setting them",
  async (changes) => {
    await asRole(`SELECT append_event(${tenantId}, 'risk_tier_rules', ${tenantId}, 'risk_tier_rules.changed', 'person',
      'Ana', '{"changes": ${changes}}')`);
    expect((await readThresholds(admin, gateway)).types.length).toBeGreaterThan(0);
  },
);

test("no event is longer than a process can read", async () => {
  await expect(link(1, { padding: 300_000 })).rejects.toMatchObject({ code: "23514" });
});

test.each(["'infinity'", "'280000-01-01'", "'4000-01-01 BC'"])("no event happened at %s", async (at) => {
  await expect(link(2, { at })).rejects.toMatchObject({ code: "23514" });
});

describe("sealing", () => {
  test("reads long events a few at a time, and one at least", async () => {
    for (const id of [11, 12, 13]) await link(id, { padding: 200_000 });
    const idsOf = (bytes: number) =>
      inTenant(world.db.database, tenantId, async (tx) =>
        (await listUnsealed(tx, tenantId, 1_000, bytes)).map((event) => event.id),
      );
    const all = await idsOf(10_000_000);
    expect(await idsOf(1)).toEqual(all.slice(0, 1));
    expect((await idsOf(300_000)).length).toBe(all.length - 1);
  });
});
