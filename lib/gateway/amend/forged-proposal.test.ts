import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { takeBackDecision } from "./take-back-decision";

const world = await useWorld();
const { admin, agent, tenantId, gateway, owner } = world;
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
