import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { reproposeAction } from "./repropose-action";
import { takeBackDecision } from "./take-back-decision";

const world = await useWorld();
const { admin, approver, agent, home, tenantId, gateway, owner } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

test("a proposal that the database's role wrote is no better for being decided and taken back: nothing waits a second time", async () => {
  const honest = (await world.propose(proposals.creditRevoke(), agent)).proposal;
  expect(honest.risk_level).toBe(5);
  const [row] = (await app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    const [made] = await tx`
      INSERT INTO proposed_actions (tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text,
        payload_hash, input_fingerprint, facts_json, facts_read_at, impact_cents, impact_currency, effects, agent_id,
        reason, evidence_json, correlation_id, request_hash, policy_version, policy_hash, policy_rule, created_at,
        expires_at, chain_head)
      SELECT tenant_id, 'ar_note', entity_type, entity_ref, payload_json, payload_text, payload_hash,
        input_fingerprint, '{}', clock_timestamp(), 0, 'USD', '{}', agent_id, reason, evidence_json, correlation_id,
        request_hash, policy_version, policy_hash, policy_rule, clock_timestamp(),
        clock_timestamp() + interval '1 hour', ''
      FROM proposed_actions WHERE id = ${honest.id} RETURNING id, payload_hash, risk_level`;
    await tx`
      SELECT append_event(${tenantId}, 'proposed_action', ${made!.id}, 'hitl.proposed', 'agent', 'x',
        (SELECT body_text::jsonb -> 'details' FROM events
         WHERE entity_type = 'proposed_action' AND entity_id = ${honest.id} AND seq = 1))`;
    return [made!];
  })) as [{ id: string; payload_hash: string; risk_level: number }];
  expect(row.risk_level, "weighed as what it says it is").toBe(2);
  const forged = { id: Number(row.id), payload_hash: row.payload_hash };
  await world.decide(admin, forged, { channel: "page", decision: "reject", comment: "no" });
  await expect(takeBackDecision(admin, forged.id, gateway)).rejects.toMatchObject({ code: "changed" });
  const copies = await owner`SELECT 1 FROM proposed_actions WHERE supersedes_id = ${forged.id}`;
  expect(copies).toHaveLength(0);
});

test("whoever proposes again what the role wrote in another's name is its author, and approves it with somebody else", async () => {
  const own = await home.agent("adams-agent");
  await owner`UPDATE agents SET key_makers = ARRAY[${admin.userId}]::bigint[] WHERE id = ${own.agentId}`;
  const honest = (await world.propose(proposals.creditLimit(69_000), own)).proposal;
  expect(honest.risk_level).toBe(4);
  await expectRefusal(world.decide(admin, honest), "own_proposal");
  const forgedId = await app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    const [made] = await tx<{ id: string }[]>`
      INSERT INTO proposed_actions (tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text,
        payload_hash, input_fingerprint, facts_json, facts_read_at, impact_cents, impact_currency, effects, agent_id,
        author_user_id, reason, evidence_json, correlation_id, request_hash, policy_version, policy_hash, policy_rule,
        created_at, expires_at, chain_head)
      SELECT tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text, payload_hash,
        input_fingerprint, facts_json, clock_timestamp(), impact_cents, impact_currency, effects, ${agent.agentId},
        ${approver.userId}, reason, evidence_json, 'x-' || id, request_hash, policy_version, policy_hash, policy_rule,
        clock_timestamp(), clock_timestamp() + interval '1 hour', ''
      FROM proposed_actions WHERE id = ${honest.id} RETURNING id`;
    await tx`UPDATE proposed_actions SET status = 'cancelled', ended_at = now(), ended_by_label = 'x', end_reason = 'x'
      WHERE id = ${made!.id}`;
    return Number(made!.id);
  });
  const { id } = await reproposeAction(admin, forgedId, null, gateway);
  const [row] = await owner<{ payload_hash: string; author: number }[]>`
    SELECT payload_hash, author_user_id AS author FROM proposed_actions WHERE id = ${id}`;
  expect(row!.author).toBe(admin.userId);
  await expectRefusal(world.decide(admin, { id, payload_hash: row!.payload_hash }), "own_proposal");
});
