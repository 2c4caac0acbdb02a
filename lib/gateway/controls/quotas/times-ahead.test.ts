import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { takeProposalQuota } from "@/lib/gateway/controls/quotas/quotas";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** Times and counts that the app's database role writes once and that would keep people and writes waiting for good. */

const world = await useWorld();
const { approver, agent, gateway, tenantId } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());
const asRole = (statement: string) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx.unsafe(statement);
  });

test.each([
  ["0", "'infinity'"],
  ["0", "'2100-01-01'"],
  ["'-Infinity'", "now()"],
])("an agent and its company have tries again after a bucket of %s at %s", async (tokens, at) => {
  await asRole(`
    INSERT INTO quota_buckets (tenant_id, asker, tokens, at)
    SELECT ${tenantId}, a, ${tokens}, ${at} FROM unnest(ARRAY['tenant', 'agent:${agent.agentId}']) AS a
    ON CONFLICT (tenant_id, asker) DO UPDATE SET tokens = excluded.tokens, at = excluded.at`).catch(() => {});
  await takeProposalQuota(agent, {}, gateway);
});

test.each(["halted_at = 'infinity'", "halted_at = '2400-01-01'", "halted_at = now(), probe_at = 'infinity'"])(
  "a lane with %s keeps no page from anybody, and does not stay halted",
  async (times) => {
    await asRole(
      `UPDATE push_lanes SET state = 'halted', code = 'x', ${times} WHERE tenant_id = ${tenantId}`,
    ).catch(() => {});
    expect((await readOverview(approver, gateway)).lane.state).toBe("open");
  },
);

test("a reading of a later day speaks against no approval", async () => {
  const { proposal } = await world.propose(proposals.arNote());
  await asRole(`
    INSERT INTO live_readings (tenant_id, action_id, finding, read_at)
    VALUES (${tenantId}, ${proposal.id}, 'drifted', '2100-01-01')`).catch(() => {});
  expect((await world.decide(approver, proposal)).outcome).toBe("claimed");
  expect((await world.push((await world.pushOf(proposal.id)).id)).outcome).toBe("applied");
});

test.each([
  "next_attempt_at = 'infinity'",
  "next_attempt_at = '2100-01-01'",
  "not_after = '2100-01-01'",
  "last_sent_at = '2100-01-01'",
  "lease_attempt = 2147483647",
  "attempts = 2147483647",
  "send_round = 2147483647",
  "status = 'pushing', lease_owner = 'x', lease_expires_at = '2100-01-01'",
])("an approved write is sent whatever was tried with %s", async (change) => {
  const { pushId } = await proposeAndApprove(world, proposals.arNote());
  await expect(asRole(`UPDATE ns_pending_pushes SET ${change} WHERE id = ${pushId}`)).rejects.toThrow();
  expect((await world.push(pushId)).outcome).toBe("applied");
});
