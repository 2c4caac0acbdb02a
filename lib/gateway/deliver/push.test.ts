import type postgres from "postgres";
import { describe, expect, test } from "vitest";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";
import { pushLine } from "./push-line";
import { classifyResponse } from "@/lib/core/push/classify-response";
import type { Destination } from "@/lib/destinations/destination";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { attachNotesToOrdersOnly } from "@/lib/gateway/testing/later-release";
import { putPolicyInForce } from "@/lib/gateway/testing/decisions";
import { proposeAndApprove, requestsOf, workThrough } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { useWorld } from "@/lib/gateway/testing/use-world";

const world = await useWorld();
const { push, commitsOf, superuser } = world;

const raised = (from: string, to: string) =>
  proposals.bidPrice(to, from, { entity_ref: "10480", context: { bid_id: "B5875" } });

describe("one approved action", () => {
  test("pushed by eight callers at once, and again afterwards, is written once", async () => {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => push(pushId)));
    expect(outcomes.filter(({ outcome }) => outcome === "applied")).toHaveLength(1);
    expect(await push(pushId)).toEqual({ outcome: "settled_elsewhere" });
    expect(await commitsOf(id)).toHaveLength(1);
  });
  test("of another tenant, or of nobody, is not found", async () => {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    const other = await world.addTenant();
    expect(await pushLine(other.tenantId, pushId, world.gateway)).toEqual({ outcome: "not_found" });
    expect(await push(9_007_199_254_740_991)).toEqual({ outcome: "not_found" });
    await workThrough(world, id);
  });
});

describe("pushes on one record", () => {
  test("go one after the other in the order of their approvals, and each wakes the next", async () => {
    const first = await proposeAndApprove(world, proposals.arNote());
    const second = await proposeAndApprove(world, proposals.arNote());
    const third = await proposeAndApprove(world, proposals.arNote());
    for (const { pushId } of [third, second]) {
      expect(await push(pushId)).toMatchObject({ outcome: "waiting_its_turn" });
      expect(
        await world.owner`SELECT attempts, lease_attempt FROM ns_pending_pushes WHERE id = ${pushId}`,
      ).toEqual([{ attempts: 0, lease_attempt: 0 }]);
    }
    expect(await push(first.pushId)).toEqual({ outcome: "applied" });
    expect(await requestsOf(world, second.pushId)).toContain(`push-${second.pushId}-round-1`);
    expect(await push(third.pushId)).toMatchObject({ outcome: "waiting_its_turn" });
    expect(await push(second.pushId)).toEqual({ outcome: "applied" });
    expect(await push(third.pushId)).toEqual({ outcome: "applied" });
  });
  test("all at once still arrive in order", async () => {
    const actions = [];
    for (let index = 0; index < 5; index += 1)
      actions.push(await proposeAndApprove(world, proposals.arNote()));
    while ((await world.owner`SELECT 1 FROM ns_pending_pushes WHERE status = 'queued'`).length > 0)
      await Promise.all(actions.map(({ pushId }) => push(pushId)));
    const commits = await Promise.all(
      actions.map(async ({ id }) => (await commitsOf(id)).map((commit) => commit.seq)),
    );
    expect(commits.every((seqs) => seqs.length === 1)).toBe(true);
    expect(commits.flat()).toEqual(commits.flat().toSorted((a, b) => a - b));
  });
  test("a later one that is under way is waited for by an earlier one that was put back", async () => {
    const first = await proposeAndApprove(world, proposals.arNote());
    const second = await proposeAndApprove(world, proposals.arNote());
    await world.account.fault("closed_period");
    expect(await push(first.pushId)).toEqual({ outcome: "dead" });
    await world.account.fault("drop_before_execution");
    expect(await push(second.pushId)).toMatchObject({ outcome: "unknown" });
    await world.owner`UPDATE ns_pending_pushes SET status = 'queued', ended_at = NULL WHERE id = ${first.pushId}`;
    expect(await push(first.pushId)).toMatchObject({ outcome: "waiting_its_turn" });
    // Once it is known to be unwritten it waits again, and the one approved first goes first.
    for (const { id } of [second, first, second]) await workThrough(world, id);
    expect([await world.statusOf(first.id), await world.statusOf(second.id)]).toEqual(["applied", "applied"]);
  });
  test("A→B→A is three lawful writes", async () => {
    for (const [from, to] of [
      ["27.90", "28.00"],
      ["28.00", "27.90"],
      ["27.90", "28.00"],
    ] as const) {
      const { id, pushId } = await proposeAndApprove(world, raised(from, to));
      expect(await push(pushId)).toEqual({ outcome: "applied" });
      expect(await commitsOf(id)).toHaveLength(1);
    }
    expect(await world.account.look("bid_price", "B5875:10480")).toMatchObject({ price: "28" });
  });
  test("of two approved from the same value the second goes stale, writes nothing, and those who follow it are told once", async () => {
    const one = await proposeAndApprove(world, raised("28.00", "28.10"));
    const two = await proposeAndApprove(world, raised("28.00", "28.20"));
    expect(await push(one.pushId)).toEqual({ outcome: "applied" });
    expect(await push(two.pushId)).toEqual({ outcome: "stale" });
    expect(await world.statusOf(two.id)).toBe("stale");
    expect(await commitsOf(two.id)).toHaveLength(0);
    const events = await world.owner`
      SELECT body_json FROM outbox WHERE event_name = 'hitl.stale' AND (body_json ->> 'action_id')::bigint = ${two.id}`;
    expect(events).toEqual([{ body_json: { tenant_id: world.tenantId, action_id: two.id } }]);
    expect(await world.account.look("bid_price", "B5875:10480")).toMatchObject({ price: "28.1" });
  });
});

describe("a request that is no longer the approved one is never sent", () => {
  test.each<[string, (tx: postgres.TransactionSql, actionId: number) => Promise<unknown>]>([
    [
      "the queued request holds another value",
      (tx, id) => tx`
      UPDATE ns_pending_pushes SET payload_json = jsonb_set(payload_json, '{changes,0,to}', '"Pay me"') WHERE action_id = ${id}`,
    ],
    [
      "the queued request names another target",
      (tx, id) => tx`
      UPDATE ns_pending_pushes SET payload_json = jsonb_set(payload_json, '{target,customer}', '"Riverbend Foods"') WHERE action_id = ${id}`,
    ],
    [
      "the queued request carries another key",
      (tx, id) => tx`
      UPDATE ns_pending_pushes SET payload_json = jsonb_set(payload_json, '{action_key}', '"cs-other"') WHERE action_id = ${id}`,
    ],
    [
      "the push carries another hash",
      (tx, id) => tx`UPDATE ns_pending_pushes SET payload_hash = repeat('0', 64) WHERE action_id = ${id}`,
    ],
    [
      "the stored text was rewritten",
      (tx, id) => tx`
      UPDATE proposed_actions SET payload_text = replace(payload_text, 'Friday', 'Monday') WHERE id = ${id}`,
    ],
    [
      "text, hash and request were rewritten together, but not what was decided",
      (tx, id) => tx`
      UPDATE proposed_actions SET payload_text = replace(payload_text, 'Friday', 'Monday'),
             payload_hash = encode(sha256(convert_to(replace(payload_text, 'Friday', 'Monday'), 'UTF8')), 'hex') WHERE id = ${id}`,
    ],
    ["no decision on it is on record", (tx, id) => tx`DELETE FROM decisions WHERE action_id = ${id}`],
    [
      "the action is no longer approved",
      (tx, id) => tx`
      UPDATE proposed_actions SET status = 'cancelled', ended_at = now(), ended_by_label = 'x' WHERE id = ${id}`,
    ],
  ])("%s", async (_what, tamper) => {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
    await pastEveryGuard(superuser, (tx) => tamper(tx, id));
    expect(await push(pushId)).toEqual({ outcome: "dead" });
    expect(await commitsOf(id)).toHaveLength(0);
    expect(await world.account.control("GET", `ledger?key=cs-other`)).toMatchObject({ commits: [] });
    const [letter] =
      await world.owner`SELECT error_json ->> 'code' AS code FROM ns_push_dlq_log WHERE action_id = ${id}`;
    expect(letter).toEqual({ code: "PAYLOAD_HASH_MISMATCH" });
    expect(await world.pushOf(id)).toMatchObject({ status: "dead", failure_class: "terminal", attempts: 0 });
  });
});

test("a write that a later release does not send any more becomes a dead letter, and the next on its record goes on", async () => {
  const customer = { entity_type: "customer", entity_ref: "Two Rivers Commissary" };
  const { id, pushId } = await proposeAndApprove(world, proposals.noteAttachment(customer));
  const behind = await proposeAndApprove(world, proposals.arNote({ entity_ref: customer.entity_ref }));
  attachNotesToOrdersOnly();
  expect(await push(pushId)).toEqual({ outcome: "dead" });
  expect(await commitsOf(id)).toHaveLength(0);
  const [letter] = await world.owner`SELECT error_json FROM ns_push_dlq_log WHERE action_id = ${id}`;
  expect(letter!.error_json).toMatchObject({
    code: "PAYLOAD_OUTDATED",
    message: expect.stringContaining("entity_type: must be sales_order"),
  });
  expect(await push(behind.pushId)).toEqual({ outcome: "applied" });
  expect(await cancelAction(world.approver, id, "Proposed again", world.gateway)).toMatchObject({
    status: "cancelled",
  });
});

test("a write that was under way as such a release came is settled by what a probe finds", async () => {
  const customer = { entity_type: "customer", entity_ref: "Two Rivers Commissary" };
  const { id, pushId } = await proposeAndApprove(world, proposals.noteAttachment(customer));
  const { netsuite } = world.gateway;
  const unheard: Destination["write"] = async (request) => {
    await netsuite.write(request);
    attachNotesToOrdersOnly();
    return classifyResponse({ kind: "error", code: "ECONNRESET", phase: "after_send" });
  };
  const outcome = await push(pushId, { ...world.gateway, netsuite: { ...netsuite, write: unheard } });
  expect(outcome).toEqual({ outcome: "applied" });
  expect(await world.pushOf(id)).toMatchObject({ status: "applied", verification: "verified" });
  expect(await commitsOf(id)).toHaveLength(1);
});

const forbidSending = () => {
  const rule = `@id("nothing-leaves")\nforbid (principal, action == Countersign::Action::"push", resource);`;
  return putPolicyInForce(world, world.tenantId, (text) => `${text}\n${rule}\n`);
};

test("a policy that was tightened after the approval sends nothing: a dead letter names the rule", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  await forbidSending();
  expect(await push(pushId)).toEqual({ outcome: "dead" });
  expect(await commitsOf(id)).toHaveLength(0);
  expect(await world.statusOf(id)).toBe("approved");
  const [letter] = await world.owner`SELECT error_json FROM ns_push_dlq_log WHERE action_id = ${id}`;
  expect(letter!.error_json).toMatchObject({
    code: "POLICY_DENIED",
    message: expect.stringContaining("nothing leaves"),
  });
});

test("a write that the policy forbids by now is found first where an earlier answer hid that it was written", async () => {
  await putPolicyInForce(world, world.tenantId, (text) => text);
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  await world.account.fault("too_many_requests", { committed: true });
  await push(pushId);
  expect(await world.pushOf(id)).toMatchObject({ status: "queued" });
  await forbidSending();
  await workThrough(world, id);
  expect(await world.pushOf(id)).toMatchObject({ status: "applied" });
  expect(await commitsOf(id)).toHaveLength(1);
});

test("one that was sent before and not written is refused after the probe", async () => {
  await putPolicyInForce(world, world.tenantId, (text) => text);
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote());
  await world.account.fault("too_many_requests");
  await push(pushId);
  await forbidSending();
  await workThrough(world, id);
  expect(await world.pushOf(id)).toMatchObject({ status: "dead" });
  expect(await commitsOf(id)).toHaveLength(0);
});

test("after all of this every chain holds, and each row that was changed past it is named", async () => {
  const { intact, faults } = await verifyLedger(world.admin, { mode: "full" }, world.gateway);
  expect(intact).toBe(false);
  // Payloads, pushes and a status rewritten by hand, and the decision that was deleted.
  const kinds = new Set(faults.map((fault) => fault.kind));
  expect([...kinds].sort()).toEqual([
    "change_unexplained",
    "decision_missing",
    "payload_hash_differs",
    "payload_json_differs",
    "push_differs",
    "status_differs",
  ]);
});
