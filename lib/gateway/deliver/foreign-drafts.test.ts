import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { expectRefusal } from "@/lib/gateway/testing/race";
import { approve } from "@/lib/gateway/testing/deliver";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { markEmailDraft, readEmailDrafts } from "./email-drafts";

/** Drafts that the app's database role writes beside those that people approved. */

const world = await useWorld();
const { gateway, admin, approver, tenantId } = world;

const mail = {
  action_type: "email_draft",
  entity_type: "customer",
  entity_ref: "Coastal Pantry",
  changes: [
    { field: "to", to: "known@coastal.example" },
    { field: "subject", to: "Hello" },
    { field: "body", to: "As agreed." },
  ],
};
const writeDraft = (
  of: { id: number; payload_hash: string },
  actionKey: string,
  [subject, body] = ["New bank details", "Please pay to another account."],
) =>
  inTenant(world.db.database, tenantId, async (tx) => {
    const [row] = await tx.execute<{ id: string }>(sql`
      INSERT INTO email_drafts (tenant_id, action_id, action_key, payload_hash, customer_ref, to_text, subject, body)
      VALUES (${tenantId}, ${of.id}, ${actionKey}, ${of.payload_hash}, 'Coastal Pantry', 'known@coastal.example',
        ${subject}, ${body}) RETURNING id`);
    return Number(row!.id);
  });
const subjects = async () =>
  (await readEmailDrafts(approver, { limit: 10 }, gateway)).items.map(({ subject }) => subject);
const verify = async (mode: "full" | "since_checkpoint") =>
  (await verifyLedger(admin, { mode }, gateway)).faults;

test("a draft that no write kept stands on no page, is not marked, and is a fault of the ledger", async () => {
  const { proposal } = await world.propose(mail);
  await approve(world, proposal);
  expect(await world.push((await world.pushOf(proposal.id)).id)).toEqual({ outcome: "applied" });
  expect(await subjects()).toEqual(["Hello"]);
  expect(await verify("full")).toEqual([]);
  const id = await writeDraft(proposal, "another");
  expect(await subjects()).toEqual(["Hello"]);
  await expectRefusal(markEmailDraft(approver, { id, status: "used" }, gateway), "not_found");
  const fault = { kind: "draft_without_push", entity_type: "proposed_action", entity_id: proposal.id };
  expect(await verify("since_checkpoint")).toMatchObject([fault]);
  expect(await verify("full")).toMatchObject([fault]);
});

test("a draft of an action that the role calls approved and applied stands on no page", async () => {
  const { proposal } = await world.propose({
    ...mail,
    changes: mail.changes.with(1, { field: "subject", to: "Hi" }),
  });
  await inTenant(world.db.database, tenantId, async (tx) => {
    const [claim] = await tx.execute<{ outcome: string }>(sql`
      SELECT outcome FROM proposed_actions a, decide_action(jsonb_build_object(
        'tenant_id', a.tenant_id, 'action_id', a.id, 'decision', 'approve', 'payload_hash', a.payload_hash,
        'risk_level', a.risk_level, 'actor_kind', 'person', 'actor_user_id', ${approver.userId}::bigint, 'actor_label',
        ${approver.name}::text, 'channel', 'api', 'confirmed', true, 'required_approvals', 1, 'thresholds_version', 1,
        'policy', jsonb_build_object('version', a.policy_version, 'hash', a.policy_hash, 'rule', a.policy_rule),
        'seal', 'x', 'pushes', jsonb_build_array(jsonb_build_object('action_key', 'mine', 'record_key', 'r',
          'record_family', 'r', 'record_unread', false, 'payload', a.payload_json, 'line_no', 1,
          'destination', 'internal')))) WHERE a.id = ${proposal.id}`);
    expect(claim).toEqual({ outcome: "claimed" });
    await tx.execute(sql`
      UPDATE ns_pending_pushes SET status = 'pushing', lease_owner = 'x', lease_attempt = 1,
        lease_expires_at = now() + interval '1 minute' WHERE action_id = ${proposal.id}`);
    await tx.execute(sql`
      UPDATE ns_pending_pushes SET status = 'applied', lease_owner = NULL, lease_expires_at = NULL, applied_at = now(),
        ended_at = now(), ns_internal_id = '7', verification = 'verified', readback_json = '[]'
      WHERE action_id = ${proposal.id}`);
    await tx.execute(sql`
      UPDATE proposed_actions SET status = 'applied', applied_at = now(), ns_internal_id = '7' WHERE id = ${proposal.id}`);
    await tx.execute(sql`
      SELECT append_event(${tenantId}, 'proposed_action', ${proposal.id}, 'hitl.applied', 'system', 'push', '{}')`);
  });
  await writeDraft(proposal, "mine", ["Hi", "As agreed."]);
  expect(await subjects()).toEqual(["Hello"]);
});
