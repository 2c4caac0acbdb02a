import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { actionKey } from "@/lib/core/action/action-key";
import { canonicalText, sha256Hex } from "@/lib/core/ledger/payload-hash";
import { TRIVIAL_ACTION_TYPES } from "@/lib/action-types/registry";
import { signForNotes } from "@/lib/gateway/testing/decisions";
import { approve } from "@/lib/gateway/testing/deliver";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { admin, approver, tenantId } = world;
const app = postgres(world.db.urls.app, { max: 1, onnotice: () => {} });
afterAll(() => app.end());

let mails = 0;
const mailTo = async (to: string, customer = "Coastal Pantry") => {
  const fields = { to, subject: "Your account", body: `Please look at it, ${++mails}.` };
  const changes = Object.entries(fields).map(([field, value]) => ({ field, to: value }));
  const draft = {
    action_type: "email_draft",
    entity_type: "customer",
    entity_ref: customer,
    changes,
  };
  return (await world.propose(draft)).proposal;
};
const writeDraft = (of: { id: number; payload_hash: string }, to: string) =>
  app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx`INSERT INTO email_drafts (tenant_id, action_id, action_key, payload_hash, customer_ref, to_text, subject, body)
      VALUES (${tenantId}, ${of.id}, ${`key-${of.id}-${to}`}, ${of.payload_hash}, 'Coastal Pantry', ${to}, 'Hello', 'x')`;
  });

test("a draft that the database's role writes makes no stranger a known recipient, nor beside a genuine one", async () => {
  await signForNotes(world, admin, { actionTypes: [...TRIVIAL_ACTION_TYPES] });
  const stranger = "stranger@elsewhere.example";
  const waiting = await mailTo(stranger);
  expect(waiting).toMatchObject({ risk_level: 3, status: "pending" });
  await writeDraft(waiting, stranger);
  expect(await mailTo(stranger)).toMatchObject({ risk_level: 3, status: "pending" });
  const known = "known@coastal.example";
  const first = await mailTo(known);
  await approve(world, first);
  expect(await world.push((await world.pushOf(first.id)).id)).toEqual({ outcome: "applied" });
  expect(await mailTo(known)).toMatchObject({ risk_level: 1, status: "approved" });
  await writeDraft(first, stranger);
  expect(await mailTo(stranger)).toMatchObject({ risk_level: 3, status: "pending" });
});

test("an action that the role approves and calls applied makes no stranger a known recipient", async () => {
  const stranger = "another@elsewhere.example";
  const waiting = await mailTo(stranger);
  await app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    const [claim] = await tx`
      SELECT outcome FROM proposed_actions a, decide_action(jsonb_build_object(
        'tenant_id', a.tenant_id, 'action_id', a.id, 'decision', 'approve', 'payload_hash', a.payload_hash,
        'risk_level', a.risk_level, 'actor_kind', 'person', 'actor_user_id', ${approver.userId}::bigint, 'actor_label',
        ${approver.name}::text, 'channel', 'api', 'confirmed', true, 'required_approvals', 1, 'thresholds_version', 1,
        'policy', jsonb_build_object('version', a.policy_version, 'hash', a.policy_hash, 'rule', a.policy_rule),
        'seal', 'x', 'pushes', jsonb_build_array(jsonb_build_object('action_key', 'x', 'record_key', 'r',
          'record_family', 'r', 'record_unread', false, 'payload', a.payload_json, 'line_no', 1,
          'destination', 'internal'))))
      WHERE a.id = ${waiting.id}`;
    expect(claim).toEqual({ outcome: "claimed" });
    await tx`UPDATE proposed_actions SET status = 'applied', applied_at = now(), ns_internal_id = '7'
      WHERE id = ${waiting.id}`;
    await tx`SELECT append_event(${tenantId}, 'proposed_action', ${waiting.id}, 'hitl.applied', 'system', 'push', '{}')`;
  });
  await writeDraft(waiting, stranger);
  expect(await mailTo(stranger)).toMatchObject({ risk_level: 3, status: "pending" });
});

test("a draft that stands there before its approval, with a copy to somebody whom nobody saw, is not called written", async () => {
  const proposal = await mailTo("third@elsewhere.example", "Riverbend Foods");
  const [row] = await world.owner<{ payload_json: { changes: { field: string; to: string }[] } }[]>`
    SELECT payload_json FROM proposed_actions WHERE id = ${proposal.id}`;
  const value = (name: string) => row!.payload_json.changes.find(({ field }) => field === name)!.to;
  await app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx`INSERT INTO email_drafts (tenant_id, action_id, action_key, payload_hash, customer_ref, to_text, cc_text,
        subject, body)
      VALUES (${tenantId}, ${proposal.id}, ${actionKey(tenantId, proposal.id)}, ${proposal.payload_hash},
        'Riverbend Foods', ${value("to")}, 'thief@elsewhere.example', ${value("subject")}, ${value("body")})`;
  });
  await approve(world, proposal);
  const { id } = await world.pushOf(proposal.id);
  expect(await world.push(id)).toEqual({ outcome: "dead" });
  const [push] = await world.owner`
    SELECT last_error_json ->> 'code' AS code FROM ns_pending_pushes WHERE id = ${id}`;
  expect(push).toEqual({ code: "NOT_AS_APPROVED" });
});

/** Taken in past the app, without the mark that makes it L3, under the words of one that the app took in. */
async function forgeHarmless(genuine: { id: number }) {
  const [source] = await world.owner<{ payload_text: string }[]>`
    SELECT payload_text FROM proposed_actions WHERE id = ${genuine.id}`;
  const payload = JSON.parse(source!.payload_text) as { changes: { field: string; to: string }[] };
  payload.changes.find(({ field }) => field === "body")!.to = "A harmless line.";
  const text = canonicalText(payload);
  const hash = sha256Hex(text);
  const id = await app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    const [made] = await tx<{ id: number; risk_level: number }[]>`
      INSERT INTO proposed_actions (tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text,
        payload_hash, input_fingerprint, effects, marks, facts_json, facts_read_at, movement_percent, impact_cents,
        impact_currency, customer_ref, agent_id, on_behalf_of_user_id, reason, evidence_json, correlation_id,
        request_hash, policy_version, policy_hash, policy_rule)
      SELECT tenant_id, action_type, entity_type, entity_ref, ${text}::text::jsonb, ${text}, ${hash}, ${hash}, effects,
        '{}', facts_json, facts_read_at, movement_percent, impact_cents, impact_currency, customer_ref, agent_id,
        on_behalf_of_user_id, reason, evidence_json, correlation_id || 'x', ${hash}, policy_version, policy_hash,
        policy_rule
      FROM proposed_actions WHERE id = ${genuine.id} RETURNING id, risk_level`;
    await tx`
      SELECT append_event(${tenantId}, 'proposed_action', ${made!.id}, 'hitl.proposed', 'agent', 'pricing-agent',
        ${tx.json({ payload_hash: hash, risk_level: made!.risk_level })})`;
    expect(made).toMatchObject({ risk_level: 1 });
    return Number(made!.id);
  });
  return { id, payload, hash };
}

test("a draft that the app did not take in is not called written by a probe, and makes no stranger a known recipient", async () => {
  const stranger = "fourth@elsewhere.example";
  const { id, payload, hash } = await forgeHarmless(await mailTo(stranger));
  expect((await world.decide(approver, { id, payload_hash: hash })).outcome).toBe("claimed");
  const push = await world.pushOf(id);
  const value = (name: string) => payload.changes.find(({ field }) => field === name)!.to;
  await app.begin(async (tx) => {
    await tx`SELECT set_config('app.tenant_id', ${String(tenantId)}, true)`;
    await tx`UPDATE ns_pending_pushes SET status = 'pushing', lease_owner = 'x', lease_attempt = 1,
      lease_expires_at = now() + interval '1 minute', sent_at = now() WHERE id = ${push.id}`;
    await tx`UPDATE ns_pending_pushes SET status = 'unknown', lease_owner = NULL, lease_expires_at = NULL,
      hold_until = now() WHERE id = ${push.id}`;
    await tx`INSERT INTO email_drafts (tenant_id, action_id, action_key, payload_hash, customer_ref, to_text, subject, body)
      VALUES (${tenantId}, ${id}, ${actionKey(tenantId, id)}, ${hash}, 'Coastal Pantry', ${value("to")},
        ${value("subject")}, ${value("body")})`;
    await tx`INSERT INTO action_receipts (tenant_id, idempotency_key, action_id, push_id, status, request_metadata,
        correlation_id)
      VALUES (${tenantId}, ${actionKey(tenantId, id)}, ${id}, ${push.id}, 'unknown', '{}', 'x')`;
  });
  expect(await world.push(push.id)).toEqual({ outcome: "dead" });
  expect(await world.statusOf(id)).toBe("approved");
  const [letter] = await world.owner`
    SELECT last_error_json ->> 'code' AS code FROM ns_pending_pushes WHERE id = ${push.id}`;
  expect(letter).toEqual({ code: "PROPOSAL_UNPROVEN" });
  expect(await mailTo(stranger)).toMatchObject({ risk_level: 3, status: "pending" });
});
