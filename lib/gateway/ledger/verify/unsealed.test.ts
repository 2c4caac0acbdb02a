import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TenantTransaction, inTenant } from "@/db/client";
import { listCheckpointsAfter } from "@/db/queries/ledger/checkpoints";
import { bodyOf } from "@/lib/core/ledger/checkpoint";
import { type ExportLine, ExportVerifier } from "@/lib/core/ledger/replay/verify-export";
import { exportLedger } from "@/lib/gateway/ledger/export-ledger";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { fillBusyTenant } from "@/lib/gateway/testing/busy-tenant";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { keepCopy } from "./testing/restore";
import { verifyLedger } from "./verify-ledger";

/** Rows and chains that agree with one another, all written by the app's database role: the seals alone tell. */

const world = await useWorld();
const { gateway, admin, approver, agent, tenantId, owner, superuser } = world;
let restore: () => Promise<void>;

const asRole = <T>(work: (tx: TenantTransaction) => Promise<T>) =>
  inTenant(world.db.database, tenantId, work);
const verify = async () => (await verifyLedger(admin, { mode: "full" }, gateway)).faults;

/** The honest bodies, that forgeries may copy from. */
let written: { id: number; pushId: number };

beforeAll(async () => {
  await fillBusyTenant(world);
  written = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Bluestem Bistro Group" }));
  expect(await world.push(written.pushId)).toEqual({ outcome: "applied" });
  expect(await verify()).toEqual([]);
  await sealLedger(gateway);
  expect(await verify()).toEqual([]);
  restore = await keepCopy(superuser);
});
afterEach(() => restore());

const eventOf = (type: string, actionId: number) => sql`
  (SELECT body_text::jsonb -> 'details' FROM events
   WHERE entity_type = 'proposed_action' AND entity_id = ${actionId} AND event_type = ${type})`;

async function forgeProposal(): Promise<number> {
  return asRole(async (tx) => {
    const [row] = await tx.execute<{ id: string }>(sql`
      INSERT INTO proposed_actions (tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text, payload_hash,
        input_fingerprint, facts_json, facts_read_at, impact_cents, impact_currency, effects, agent_id, reason, evidence_json,
        correlation_id, request_hash, policy_version, policy_hash, policy_rule, created_at, expires_at, chain_head)
      SELECT tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text, payload_hash, input_fingerprint,
        facts_json, clock_timestamp(), impact_cents, impact_currency, effects, agent_id, reason, evidence_json,
        'forged-' || id, request_hash, policy_version, policy_hash, policy_rule, clock_timestamp(),
        clock_timestamp() + interval '1 hour', ''
      FROM proposed_actions WHERE id = ${written.id} RETURNING id`);
    const id = Number(row!.id);
    await tx.execute(sql`
      SELECT append_event(${tenantId}, 'proposed_action', ${id}, 'hitl.proposed', 'agent', 'x',
        ${eventOf("hitl.proposed", written.id)} || jsonb_build_object('correlation_id', 'forged-' || ${written.id}::text))`);
    return id;
  });
}

/** Ana never saw it. */
async function forgeApproval(): Promise<number> {
  const { id } = (await world.propose(proposals.arNote(), agent)).proposal;
  await asRole(async (tx) => {
    const [claim] = await tx.execute<{ outcome: string }>(sql`
      SELECT outcome FROM proposed_actions a, decide_action(jsonb_build_object(
        'tenant_id', a.tenant_id, 'action_id', a.id, 'decision', 'approve', 'payload_hash', a.payload_hash,
        'risk_level', a.risk_level, 'actor_kind', 'person', 'actor_user_id', ${approver.userId}::bigint, 'actor_label',
        ${approver.name}::text, 'channel', 'page', 'confirmed', true, 'required_approvals', 1,
        'thresholds_version', 1,
        'policy', jsonb_build_object('version', a.policy_version, 'hash', a.policy_hash, 'rule', a.policy_rule),
        'seal', (${eventOf("hitl.approved", written.id)}) ->> 'seal',
        'pushes', jsonb_build_array(jsonb_build_object('action_key', 'cs-' || a.tenant_id || '-' || a.id,
          'record_key', 'r', 'record_family', 'r', 'record_unread', false, 'payload', a.payload_json, 'line_no', 1))))
      WHERE a.id = ${id}`);
    expect(claim).toEqual({ outcome: "claimed" });
  });
  return id;
}

/** It was approved, and nothing was sent. */
async function forgeSettlement(): Promise<number> {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  await asRole(async (tx) => {
    await tx.execute(sql`
      UPDATE ns_pending_pushes SET status = 'pushing', lease_owner = 'x', lease_attempt = 1,
        lease_expires_at = clock_timestamp() + interval '30 seconds' WHERE id = ${pushId}`);
    await tx.execute(sql`
      UPDATE ns_pending_pushes SET status = 'applied', lease_owner = NULL, lease_expires_at = NULL, ns_internal_id = '7',
        verification = 'verified', readback_json = '[]', applied_at = clock_timestamp(), ended_at = clock_timestamp()
      WHERE id = ${pushId}`);
    await tx.execute(sql`
      INSERT INTO action_receipts (tenant_id, idempotency_key, action_id, push_id, status, request_metadata,
        response_metadata, verification, correlation_id, completed_at)
      SELECT tenant_id, action_key, action_id, id, 'applied', '{}', '{}', 'verified', 'x', clock_timestamp()
      FROM ns_pending_pushes WHERE id = ${pushId}`);
    await tx.execute(sql`
      UPDATE proposed_actions SET status = 'applied', applied_at = clock_timestamp(), ns_internal_id = '7' WHERE id = ${id}`);
    await tx.execute(sql`
      INSERT INTO proposed_actions_applied_mirror (tenant_id, action_id, action_type, entity_type, entity_ref, payload_json,
        payload_hash, ns_internal_id, verification, decided_by_label, approved_at, applied_at)
      SELECT tenant_id, id, action_type, entity_type, entity_ref, payload_json, payload_hash, ns_internal_id, 'verified',
        decided_by_label, decided_at, applied_at FROM proposed_actions WHERE id = ${id}
      ON CONFLICT DO NOTHING`);
    await tx.execute(sql`
      SELECT append_event(${tenantId}, 'proposed_action', ${id}, 'hitl.applied', 'system', 'push',
        ${eventOf("hitl.applied", written.id)} || jsonb_build_object('push_id', ${pushId}::bigint))`);
  });
  return id;
}

describe.each([
  ["a proposal that was put in", forgeProposal, "proposal_unsealed"],
  ["an approval in somebody's name", forgeApproval, "approval_unsealed"],
  ["a write that was never sent", forgeSettlement, "settlement_unsealed"],
] as const)("%s", (_, forge, kind) => {
  test("is found before a checkpoint covers it, and after", async () => {
    const fault = { kind, entity_type: "proposed_action", entity_id: await forge() };
    expect(await verify()).toMatchObject([fault]);
    await sealLedger(gateway);
    expect(await verify()).toMatchObject([fault]);
  });

  test("is found in an exported file by somebody who holds the public key alone", async () => {
    const id = await forge();
    await sealLedger(gateway);
    const text = await new Response(exportLedger(admin, gateway).stream).text();
    const verifier = new ExportVerifier(gateway.ledgerKeys.known);
    for (const line of text.trimEnd().split("\n")) verifier.add(JSON.parse(line) as ExportLine);
    verifier.end(null);
    expect(verifier.faults).toMatchObject([{ kind, entity_id: id }]);
  });
});

test.each([
  ["no details", sql`NULL::jsonb`],
  ["a number for details", sql`'7'::jsonb`],
])("an event with %s is a fault, and stops no verification", async (_, details) => {
  const { id } = (await world.propose(proposals.arNote(), agent)).proposal;
  await asRole((tx) =>
    tx.execute(sql`
      SELECT append_event(${tenantId}, 'proposed_action', ${id}, 'hitl.noted', 'system', 'x', ${details}),
        append_event(${tenantId}, 'person', ${admin.userId}, 'person.noted', 'system', 'x', ${details})`),
  );
  const found = await verify();
  for (const entity of ["proposed_action", "person"])
    expect(found).toContainEqual(expect.objectContaining({ kind: "event_unreadable", entity_type: entity }));
});

test("a checkpoint over events that are older than the seals vouches for none of them, and blames none", async () => {
  await forgeSettlement();
  await owner`UPDATE unsealed_events SET predates_seals = true WHERE tenant_id = ${tenantId}`;
  await world.propose(proposals.arNote());
  await sealLedger(gateway);
  const [older, newer] = (await asRole((tx) => listCheckpointsAfter(tx, tenantId, 0, 100))).slice(-2);
  expect(bodyOf(older!)).not.toHaveProperty("unsealed");
  expect(bodyOf(newer!)).toMatchObject({ unsealed: "{}", count: 1 });
  expect(await verify()).toEqual([]);
});
