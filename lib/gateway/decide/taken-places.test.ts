import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Places that the app's database role takes before the app's own rows come: nobody is kept from deciding, and no end is lost. */

const world = await useWorld();
const { approver, tenantId } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
const asRole = (statement: string) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx.unsafe(statement);
  });

test("an id of the outbox that was taken before keeps nobody from approving, and is sent", async () => {
  const { proposal } = await world.propose(proposals.arNote());
  await asRole(`
    INSERT INTO outbox (tenant_id, event_name, event_id, body_json, sent_at)
    SELECT ${tenantId}, 'x', id, '{}', now() FROM unnest(ARRAY['action-${proposal.id}-decided', 'push-1-round-0']) id`);
  expect((await world.decide(approver, proposal)).outcome).toBe("claimed");
  const [row] = await world.owner`
    SELECT event_name, body_json ->> 'action_id' AS id FROM outbox WHERE event_id = ${`action-${proposal.id}-decided`}`;
  expect(row).toEqual({ event_name: "hitl.approved", id: String(proposal.id) });
});

test("the numbers of later rows are not taken", async () => {
  const numbers = `SELECT n, ${tenantId}, 'x', n::text, '{}' FROM generate_series(1000, 1010) AS n`;
  await expect(
    asRole(
      `INSERT INTO outbox (id, tenant_id, event_name, event_id, body_json) OVERRIDING SYSTEM VALUE ${numbers}`,
    ),
  ).rejects.toMatchObject({ code: "42501" });
});

test("a write is recorded as applied whatever stood in the mirror before", async () => {
  const { id, pushId } = await proposeAndApprove(
    world,
    proposals.arNote({ entity_ref: "Two Rivers Commissary" }),
  );
  await asRole(`
    INSERT INTO proposed_actions_applied_mirror (tenant_id, action_id, action_type, entity_type, entity_ref, payload_json,
      payload_hash, ns_internal_id, verification, decided_by_label, approved_at, applied_at)
    SELECT tenant_id, id, action_type, entity_type, entity_ref, payload_json, payload_hash, '1', 'verified', 'x', now(),
      now() FROM proposed_actions WHERE id = ${id}`).catch(() => {});
  expect(await world.push(pushId)).toEqual({ outcome: "applied" });
  expect(await world.statusOf(id)).toBe("applied");
});
