import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { inTenant } from "@/db/client";
import { listReceiptsSince } from "@/db/queries/pushes/receipts";
import { settleAppliedAlone } from "@/db/queries/pushes/settle-push";
import { pastEveryGuard } from "@/lib/gateway/testing/race";
import { leaveLeaseBehind, proposeAndApprove } from "@/lib/gateway/testing/deliver";
import { actionKey as keyOf } from "@/lib/core/action/action-key";
import { proposals } from "@/lib/gateway/testing/proposals";
import { useWorld } from "@/lib/gateway/testing/use-world";

/** A receipt answers a repeat without a second effect. */

const world = await useWorld();

/** Applied, and its push back in the queue beside a receipt that says so, as after a part of a restore. */
async function appliedAndBack() {
  const action = await proposeAndApprove(world, proposals.arNote());
  expect(await world.push(action.pushId)).toEqual({ outcome: "applied" });
  await pastEveryGuard(world.superuser, async (tx) => {
    await tx`UPDATE ns_pending_pushes SET status = 'queued', ns_internal_id = NULL, verification = NULL, readback_json = NULL,
      applied_at = NULL, ended_at = NULL WHERE id = ${action.pushId}`;
    await tx`UPDATE proposed_actions SET status = 'approved', applied_at = NULL, ns_internal_id = NULL WHERE id = ${action.id}`;
    await tx`DELETE FROM proposed_actions_applied_mirror WHERE action_id = ${action.id}`;
  });
  return action;
}

test("a write whose receipt is found applied is settled as applied by it, and nothing is sent", async () => {
  const { id, pushId } = await appliedAndBack();
  const refuse = () => Promise.reject(new Error("nothing may be sent"));
  const netsuite = { ...world.gateway.netsuite, write: refuse, probe: refuse };
  expect(await world.push(pushId, { ...world.gateway, netsuite })).toEqual({ outcome: "applied" });
  expect(await world.commitsOf(id)).toHaveLength(1);
  const action = await world.read(id);
  expect(action).toMatchObject({ status: "applied", push: { status: "applied", verification: "verified" } });
  const ends = action.timeline.filter(({ type }) => type === "hitl.applied");
  expect(ends).toHaveLength(2);
  const [mirror] = await world.owner`
    SELECT verification FROM proposed_actions_applied_mirror WHERE action_id = ${id}`;
  expect(mirror).toEqual({ verification: "verified" });
});

test("a receipt of another payload under its key settles nothing: a dead letter says to look", async () => {
  const { id, pushId } = await appliedAndBack();
  await pastEveryGuard(
    world.superuser,
    (tx) => tx`
      UPDATE action_receipts SET request_metadata = request_metadata || '{"payload_hash": "another"}' WHERE push_id = ${pushId}`,
  );
  expect(await world.push(pushId)).toEqual({ outcome: "dead" });
  expect(await world.commitsOf(id)).toHaveLength(1);
  expect((await world.read(id)).push).toMatchObject({ status: "dead", error: { code: "RECEIPT_EXISTS" } });
});

test("an applied receipt that the database's role wrote itself ends no push: nothing is taken as written", async () => {
  const written = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Bluestem Bistro Group" }));
  expect(await world.push(written.pushId)).toEqual({ outcome: "applied" });
  const [genuine] = await world.owner<{ seal: string }[]>`
    SELECT response_metadata ->> 'seal' AS seal FROM action_receipts WHERE push_id = ${written.pushId}`;
  const cases = {
    "Halvorsen Markets": undefined,
    "Sunmeadow Schools": "0".repeat(64),
    "Harbor Light Hotels": genuine!.seal,
  };
  for (const [customer, seal] of Object.entries(cases)) {
    const { id, pushId } = await proposeAndApprove(world, proposals.arNote({ entity_ref: customer }));
    const forged = { record: { type: "customer", id: "1" }, readback: [], committed_at: null, seal };
    await inTenant(world.gateway.database, world.tenantId, (tx) =>
      tx.execute(sql`
        INSERT INTO action_receipts (tenant_id, idempotency_key, action_id, push_id, status, request_metadata,
          response_metadata, verification, correlation_id, completed_at)
        SELECT tenant_id, action_key, action_id, id, 'applied', jsonb_build_object('payload_hash', payload_hash),
          ${JSON.stringify(forged)}::jsonb, 'verified', 'forged', now()
        FROM ns_pending_pushes WHERE id = ${pushId}`),
    );
    expect(await world.push(pushId)).toEqual({ outcome: "dead" });
    expect(await world.commitsOf(id)).toHaveLength(0);
    expect(await world.read(id)).toMatchObject({
      status: "approved",
      push: { status: "dead", error: { code: "RECEIPT_UNPROVEN" } },
    });
  }
});

test("the receipts that the check of the account compares with NetSuite carry the values that were read back", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Riverbend Foods" }));
  await world.push(pushId);
  const receipts = await inTenant(world.gateway.database, world.tenantId, (tx) =>
    listReceiptsSince(tx, world.tenantId, 1),
  );
  const { changes } = await world.read(id);
  const receipt = receipts.find(({ actionKey }) => actionKey.endsWith(`-${id}`));
  expect(receipt).toMatchObject({ status: "applied", values: [changes[0]!.to] });
});

test("the receipt of a write that NetSuite refused for good says why: its class, code and HTTP status", async () => {
  const { id, pushId } = await proposeAndApprove(world, proposals.arNote({ entity_ref: "Riverbend Foods" }));
  await world.account.fault("closed_period");
  expect(await world.push(pushId)).toEqual({ outcome: "dead" });
  const [receipt] = await world.owner`
    SELECT status, response_metadata AS response FROM action_receipts WHERE action_id = ${id}`;
  const { error } = (await world.read(id)).push!;
  expect(receipt).toEqual({
    status: "failed",
    response: { class: "terminal", code: error!.code, http_status: expect.any(Number) },
  });
});

test("an applied receipt says whether the write can be reversed, and by which change; a note cannot be taken back", async () => {
  const receiptOf = async (input: Record<string, unknown>) => {
    const { id, pushId } = await proposeAndApprove(world, input);
    const [started] = await world.owner<{ n: number }[]>`
      SELECT count(*)::int AS n FROM action_receipts WHERE action_id = ${id} AND (reversible OR how_to_reverse IS NOT NULL)`;
    expect(started, "nothing is said before it is applied").toEqual({ n: 0 });
    expect(await world.push(pushId)).toEqual({ outcome: "applied" });
    const [receipt] = await world.owner`
      SELECT status, reversible, how_to_reverse FROM action_receipts WHERE action_id = ${id}`;
    expect((await world.read(id)).receipt).toMatchObject({ reversible: receipt!.reversible });
    return receipt;
  };
  expect(await receiptOf(proposals.bidPrice("1.43", "1.42"))).toMatchObject({
    status: "applied",
    reversible: true,
    how_to_reverse: {
      action_type: "bid_price_update",
      entity_ref: "10472",
      changes: [{ field: "price", from: "1.43", to: "1.42" }],
    },
  });
  expect(await receiptOf(proposals.arNote({ entity_ref: "Bluestem Bistro Group" }))).toEqual({
    status: "applied",
    reversible: false,
    how_to_reverse: null,
  });
});

test("the end of one push ends no other action, and closes no receipt but its own", async () => {
  const [mine, another] = [
    await proposeAndApprove(world, proposals.arNote({ entity_ref: "Bluestem Bistro Group" })),
    await proposeAndApprove(world, proposals.arNote({ entity_ref: "Two Rivers Commissary" })),
  ];
  await leaveLeaseBehind(world, mine.pushId, 60);
  const { lease_attempt: attempt } = await world.pushOf(mine.id);
  const end = {
    tenant_id: world.tenantId,
    push_id: mine.pushId,
    action_id: mine.id,
    action_key: keyOf(world.tenantId, mine.id),
    fence: { status: "pushing", owner: "a dead sender", attempt },
    ns_internal_id: "1",
    readback: [],
    verification: "verified",
    response: {},
    how_to_reverse: null,
    event_type: "hitl.applied",
    details: {},
    ends_action: true,
  } as const;
  const settle = (over: object) => settleAppliedAlone(world.gateway.database, { ...end, ...over }, true);
  expect(await settle({ action_id: another.id })).toBe("settled_elsewhere");
  expect(await settle({ action_key: keyOf(world.tenantId, another.id) })).toBe("settled_elsewhere");
  expect([await world.statusOf(mine.id), await world.statusOf(another.id)]).toEqual(["approved", "approved"]);
  expect(await settle({})).toBe("settled");
  expect([await world.statusOf(mine.id), await world.statusOf(another.id)]).toEqual(["applied", "approved"]);
});
