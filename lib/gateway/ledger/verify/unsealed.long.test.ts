import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TenantTransaction, inTenant } from "@/db/client";
import { listCheckpointsAfter } from "@/db/queries/ledger/checkpoints";
import { bodyOf } from "@/lib/core/ledger/checkpoint";
import { type ExportLine, ExportVerifier } from "@/lib/core/ledger/replay/verify-export";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { setGlobalSwitch } from "@/lib/gateway/controls/set-global-switch";
import { exportLedger } from "@/lib/gateway/ledger/export-ledger";
import { sealLedger } from "@/lib/gateway/ledger/seal-ledger";
import { fillBusyTenant } from "@/lib/gateway/testing/load/busy-tenant";
import { proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { priceRoll, rollLines } from "@/lib/gateway/testing/rolls";
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
let roll: { id: number; pushId: number };

beforeAll(async () => {
  await fillBusyTenant(world);
  written = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Bluestem Bistro Group" }));
  expect(await world.push(written.pushId)).toEqual({ outcome: "applied" });
  const release = { name: "high_risk_ops", engaged: false, reason: "a roll" } as const;
  await setGlobalSwitch({ kind: "operator", name: "Olaf" }, release, gateway);
  roll = await proposeAndApprove(world, priceRoll(rollLines(12).slice(9)));
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

async function movePush(tx: TenantTransaction, pushId: number | null, through: readonly string[]) {
  for (const next of through) {
    const isLeased = next === "pushing";
    await tx.execute(sql`
      UPDATE ns_pending_pushes SET status = ${next}, ended_at = ${isLeased ? null : sql`now()`},
        lease_owner = ${isLeased ? "x" : null}, lease_attempt = greatest(lease_attempt, ${isLeased ? 1 : 0}),
        lease_expires_at = ${isLeased ? sql`now() + interval '1 minute'` : null}
      WHERE id = ${pushId}`);
  }
}

/** The action, its push and the event of it, as the app would leave them. */
async function forgeEnd(
  { id, pushId }: { id: number; pushId: number | null },
  {
    status,
    through,
    details,
  }: { status: "stale" | "cancelled" | "superseded"; through: string[]; details: object },
): Promise<number> {
  await asRole(async (tx) => {
    await movePush(tx, pushId, through);
    await tx.execute(sql`
      UPDATE proposed_actions SET status = ${status}, ended_at = now(), ended_by_label = ${approver.name},
        end_reason = 'cancelled: no' WHERE id = ${id}`);
    await tx.execute(sql`
      SELECT append_event(${tenantId}, 'proposed_action', ${id}, ${`hitl.${status}`}, 'person', ${approver.name},
        ${JSON.stringify(details)}::jsonb)`);
  });
  return id;
}

const forgeStale = async () => {
  const action = await proposeAndApprove(world, proposals.arNote());
  const details = { push_id: action.pushId, lease_attempt: 1, reason: "field", seal: "0".repeat(64) };
  return forgeEnd(action, { status: "stale", through: ["pushing", "stale"], details });
};
const cancelDetails = { user_id: approver.userId, comment: "no", after_approval: true, pushes_cancelled: 1 };
const forgeCancel = async () => {
  const action = await proposeAndApprove(world, proposals.arNote());
  return forgeEnd(action, { status: "cancelled", through: ["cancelled"], details: cancelDetails });
};
/** With the seal of a cancellation that Ana did make. */
async function forgeCancelFromAnother(): Promise<number> {
  const { id } = await proposeAndApprove(world, proposals.arNote());
  await cancelAction(approver, id, "no", gateway);
  const another = await proposeAndApprove(world, proposals.arNote());
  const [row] = await asRole((tx) =>
    tx.execute<{ details: object }>(sql`SELECT ${eventOf("hitl.cancelled", id)} AS details`),
  );
  return forgeEnd(another, { status: "cancelled", through: ["cancelled"], details: row!.details });
}
async function forgeWithdrawal(): Promise<number> {
  const { id } = (await world.propose(proposals.arNote(), agent)).proposal;
  return forgeEnd(
    { id, pushId: null },
    { status: "cancelled", through: [], details: { user_id: approver.userId } },
  );
}

async function forgeRejection(): Promise<number> {
  const { id } = (await world.propose(proposals.arNote(), agent)).proposal;
  await asRole(async (tx) => {
    const [claim] = await tx.execute<{ outcome: string }>(sql`
      SELECT outcome FROM proposed_actions a, decide_action(jsonb_build_object(
        'tenant_id', a.tenant_id, 'action_id', a.id, 'decision', 'reject', 'payload_hash', a.payload_hash,
        'risk_level', a.risk_level, 'actor_kind', 'person', 'actor_user_id', ${approver.userId}::bigint, 'actor_label',
        ${approver.name}::text, 'channel', 'page', 'comment', 'no', 'required_approvals', 1, 'thresholds_version', 1,
        'policy', jsonb_build_object('version', a.policy_version, 'hash', a.policy_hash, 'rule', a.policy_rule),
        'seal', (${eventOf("hitl.approved", written.id)}) ->> 'seal')) WHERE a.id = ${id}`);
    expect(claim).toEqual({ outcome: "claimed" });
  });
  return id;
}

async function forgeLineEnd(type: "push.line_stale" | "push.lines_cancelled"): Promise<number> {
  const { id, pushId: line } = roll;
  const through = type === "push.line_stale" ? ["pushing", "stale"] : ["cancelled"];
  const details =
    type === "push.line_stale" ? { push_id: line, line_no: 1, reason: "field" } : { push_ids: [line] };
  await asRole(async (tx) => {
    await movePush(tx, line, through);
    await tx.execute(sql`
      SELECT append_event(${tenantId}, 'proposed_action', ${id}, ${type}, 'person', ${approver.name},
        ${JSON.stringify(details)}::jsonb)`);
  });
  return id;
}

/** A dead write that is tried again in Adam's name, and is refused again. */
async function forgeRetry(): Promise<number> {
  const { id, pushId } = await proposeAndApprove(world, proposals.adjustment("5"));
  await world.account.fault("closed_period");
  expect(await world.push(pushId)).toEqual({ outcome: "dead" });
  await asRole(async (tx) => {
    await tx.execute(sql`
      UPDATE ns_pending_pushes SET status = 'queued', attempts = 0, ended_at = NULL, next_attempt_at = now()
      WHERE id = ${pushId}`);
    await tx.execute(sql`
      UPDATE ns_push_dlq_log SET replayed_at = now(), replayed_by_label = ${admin.name} WHERE push_id = ${pushId}`);
    await tx.execute(sql`
      SELECT append_event(${tenantId}, 'proposed_action', ${id}, 'push.retry_requested', 'person', ${admin.name},
        ${JSON.stringify({ push_id: pushId, push_ids: [pushId] })}::jsonb)`);
  });
  return id;
}

async function forgeExtension(): Promise<number> {
  const { id } = (await world.propose(proposals.arNote({ expires_in_seconds: 300 }), agent)).proposal;
  await asRole(async (tx) => {
    const [row] = await tx.execute<{ extended: boolean }>(sql`
      SELECT extend_action(${id}, ${approver.userId}, 'I am on it', ${"0".repeat(64)}) AS extended`);
    expect(row).toEqual({ extended: true });
  });
  return id;
}

describe.each([
  ["a proposal that was put in", forgeProposal, "proposal_unsealed"],
  ["an approval in somebody's name", forgeApproval, "approval_unsealed"],
  ["a write that was never sent", forgeSettlement, "settlement_unsealed"],
  ["a rejection in somebody's name", forgeRejection, "rejection_unsealed"],
  ["an approved write that is called stale", forgeStale, "end_unsealed"],
  ["an approved write that is cancelled in somebody's name", forgeCancel, "end_unsealed"],
  ["the same with the words and the seal of another cancellation", forgeCancelFromAnother, "end_unsealed"],
  ["a proposal that is withdrawn in somebody's name", forgeWithdrawal, "end_unsealed"],
  ["a line of a roll that is called stale", () => forgeLineEnd("push.line_stale"), "end_unsealed"],
  ["a write that is tried again in somebody's name", forgeRetry, "act_unsealed"],
  ["more time in somebody's name", forgeExtension, "act_unsealed"],
  [
    "lines of a roll that are cancelled in somebody's name",
    () => forgeLineEnd("push.lines_cancelled"),
    "end_unsealed",
  ],
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

test("a roll whose lines wait is not applied, whatever proof of one line its end carries", async () => {
  const { id, pushId } = roll;
  expect(await pushLine(tenantId, pushId, gateway)).toEqual({ outcome: "applied" });
  expect(await verify()).toEqual([]);
  await asRole(async (tx) => {
    await tx.execute(sql`
      UPDATE proposed_actions SET status = 'applied', applied_at = now(), ns_internal_id = '3 records' WHERE id = ${id}`);
    await tx.execute(sql`
      SELECT append_event(${tenantId}, 'proposed_action', ${id}, 'hitl.applied', 'system', 'push',
        ${eventOf("push.line_applied", id)} || '{"lines": {"total": 3, "applied": 3}, "verification": "verified"}')`);
  });
  const kinds = (await verify()).map(({ kind }) => kind);
  expect(kinds).toContain("settlement_unsealed");
  expect(kinds).toContain("push_not_over");
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
