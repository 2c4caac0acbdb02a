import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { exportedFaultsOf } from "./testing/faults-of";
import { verifyLedger } from "./verify-ledger";

/** How a write ended is said once. A copy of its sealed event makes no other outcome of it. */

const world = await useWorld();
const { admin, gateway, owner, superuser, tenantId } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
const asRole = (statements: (tx: postgres.TransactionSql) => Promise<unknown>) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await statements(tx);
  });

async function applied() {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  expect(await world.push(pushId)).toEqual({ outcome: "applied" });
  await sealLedger(gateway);
  const { head } = await verifyLedger(admin, { mode: "full" }, gateway);
  const kinds = async () => {
    const { faults } = await verifyLedger(admin, { mode: "full", head: head! }, gateway);
    return faults.filter((fault) => fault.entity_id === id).map(({ kind }) => kind);
  };
  return { id, pushId, kinds };
}

test.each([
  "verification = 'mismatch'",
  "ns_internal_id = '999'",
  "readback_json = '[]'",
  "applied_at = now() - interval '72 hours'",
])("the app's role does not rewrite how a write ended: %s", async (sets) => {
  const { pushId } = await applied();
  await expect(
    asRole((tx) => tx.unsafe(`UPDATE ns_pending_pushes SET ${sets} WHERE id = ${pushId}`)),
  ).rejects.toMatchObject({ code: "CS001" });
});

test("an outcome that was rewritten is found, also where a copy of its sealed event vouches for it", async () => {
  const { id, pushId, kinds } = await applied();
  await superuser.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`UPDATE ns_pending_pushes SET verification = 'mismatch', readback_json = '[]' WHERE id = ${pushId}`;
  });
  const [event] = await owner`
    SELECT body_text::jsonb -> 'details' AS details FROM events
    WHERE entity_type = 'proposed_action' AND entity_id = ${id} AND event_type = 'hitl.applied'`;
  await asRole(
    (tx) => tx`
    SELECT append_event(${tenantId}, 'proposed_action', ${id}, 'push.line_applied', 'system', 'push',
      ${JSON.stringify(event!.details)}::text::jsonb)`,
  );
  expect(await kinds()).toContain("event_repeated");
  await sealLedger(gateway);
  expect(await kinds()).toContain("event_repeated");
  expect((await exportedFaultsOf(world, id)).map(({ kind }) => kind)).toContain("event_repeated");
});

test("an event that does not hold the row behind others that do is none of ours", async () => {
  const { id, kinds } = await applied();
  await asRole(async (tx) => {
    await tx`
      WITH next AS (
        SELECT a.chain_head AS head, a.chain_seq + 1 AS place, e.*,
          (e.body_text::jsonb - 'state' - 'rows'
            || jsonb_build_object('type', 'hitl.intake_sealed', 'seq', a.chain_seq + 1))::text AS body
        FROM events e JOIN proposed_actions a ON a.id = e.entity_id
        WHERE e.entity_type = 'proposed_action' AND e.entity_id = ${id} AND e.event_type = 'hitl.applied')
      INSERT INTO events (tenant_id, event_type, entity_type, entity_id, seq, prev_hash, hash, body_text, actor_kind,
                          actor_label, occurred_at)
      SELECT tenant_id, 'hitl.intake_sealed', entity_type, entity_id, place, head,
        encode(sha256(convert_to(head || E'\\n' || body, 'UTF8')), 'hex'), body, actor_kind, actor_label,
        (body::jsonb ->> 'at')::timestamptz
      FROM next`;
    await tx`
      UPDATE proposed_actions SET chain_seq = chain_seq + 1, chain_head = (
        SELECT hash FROM events WHERE entity_type = 'proposed_action' AND entity_id = ${id} ORDER BY seq DESC LIMIT 1)
      WHERE id = ${id}`;
  });
  expect(await kinds()).toContain("event_foreign");
});
