import { afterAll, expect, test } from "vitest";
import { PUSH_ATTEMPTS_MAX, RECONCILE_ROUNDS_MAX } from "@/lib/core/push/retry";
import { type RiskTier, tierMeaning } from "@/lib/core/action/risk-tier";
import { setRetention } from "@/lib/gateway/controls/retention/set-retention";
import {
  approve,
  leaveLeaseBehind,
  proposeAndApprove,
  refusedConnection,
  standOf,
} from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, newGate } from "@/lib/gateway/testing/race";
import { openVirtualProduct } from "./testing/virtual-product";

const startAt = new Date("2031-05-01T00:00:30.000Z");
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
/** The step by which the clock advances in tests that do not depend on a schedule's minute. */
const by = "6h";
/** In real time, on a busy machine. */
const monthTimeoutMs = 300_000;

const product = await openVirtualProduct(startAt);
afterAll(() => product.close());
const { commitsOf } = product;

/** Approves an action and loses the accepted event that requests its delivery. */
async function approveAndLoseEvent() {
  const { gateway } = product;
  const { sendEvents } = gateway;
  gateway.sendEvents = async () => {};
  const action = await proposeAndApprove(product, proposals.arNote());
  await product.engine.settled();
  gateway.sendEvents = sendEvents;
  return action;
}

interface ActionTimes {
  status: string;
  ended_at: Date | null;
  applied_at: Date | null;
}
async function timesOf(actionId: number): Promise<ActionTimes> {
  const [row] = await product.owner<ActionTimes[]>`
    SELECT status, ended_at, applied_at FROM proposed_actions WHERE id = ${actionId}`;
  return row!;
}
async function ledgerOf(actionId: number, type: string): Promise<Date[]> {
  const rows = await product.owner<{ at: Date }[]>`
    SELECT occurred_at AS at FROM events
    WHERE entity_type = 'proposed_action' AND entity_id = ${actionId} AND event_type = ${type} ORDER BY seq`;
  return rows.map((row) => row.at);
}

test("what happens stands under a signed checkpoint within five minutes", async () => {
  const { proposal } = await product.propose(proposals.arNote());
  const sealed = async () => {
    const [row] = await product.owner<{ left: number }[]>`
      SELECT count(*)::integer AS left FROM events e JOIN unsealed_events u ON u.event_id = e.id
      WHERE e.entity_type = 'proposed_action' AND e.entity_id = ${proposal.id}`;
    return row!.left === 0;
  };
  expect(await sealed()).toBe(false);
  await product.engine.advance("5m");
  expect(await sealed()).toBe(true);
});

test("a proposal of each tier stays open until its own time, expires within the minute after it, and its event goes out", async () => {
  const inputs: Record<RiskTier, Record<string, unknown>> = {
    1: proposals.noteAttachment(),
    2: proposals.arNote(),
    3: proposals.bidPrice(),
    4: proposals.creditLimit(),
    5: proposals.bigCreditRevoke(),
  };
  const pending: { id: number; dueMs: number }[] = [];
  for (const [tier, input] of Object.entries(inputs)) {
    const { proposal } = await product.propose(input);
    expect(proposal.risk_level).toBe(Number(tier));
    const waits = tierMeaning(proposal.risk_level as RiskTier).fullTimeSeconds * second;
    pending.push({ id: proposal.id, dueMs: product.engine.now() + waits });
  }
  const times = [...new Set(pending.map(({ dueMs }) => dueMs))].sort((left, right) => left - right);
  expect(times.map((ms) => ms - product.engine.now())).toEqual([24 * hour, 48 * hour, 72 * hour]);
  for (const dueMs of times) {
    await product.engine.advance(dueMs - product.engine.now() - 1, { by });
    for (const { id } of pending.filter((action) => action.dueMs >= dueMs))
      expect(await product.statusOf(id)).toBe("pending");
    await product.engine.advance(minute);
    for (const { id } of pending.filter((action) => action.dueMs === dueMs)) {
      const { status, ended_at } = await timesOf(id);
      expect(status).toBe("expired");
      expect(ended_at!.getTime() - dueMs).toBeGreaterThanOrEqual(0);
      expect(ended_at!.getTime() - dueMs).toBeLessThan(minute);
      expect(product.announcedExpiries).toContain(id);
    }
  }
});

test("from the very moment of its expiry nobody can approve it, whether or not the sweep has come by", async () => {
  const { proposal } = await product.propose(proposals.arNote());
  const dueMs = product.engine.now() + tierMeaning(2).fullTimeSeconds * second;
  // Only the database's clock has moved; no function has run.
  await product.db.clock!.set(new Date(dueMs));
  expect(await product.statusOf(proposal.id)).toBe("pending");
  await expectRefusal(product.decide(product.approver, proposal), "expired");
  await product.engine.advance("72h", { by });
  await product.engine.advance(minute);
  expect(await product.statusOf(proposal.id)).toBe("expired");
  await expectRefusal(product.decide(product.approver, proposal), "expired");
});

test("an applied action was handled by every subscriber, once each", async () => {
  const { id } = await proposeAndApprove(product, proposals.arNote());
  await product.engine.settled();
  await product.engine.advance(minute);
  expect(await product.statusOf(id)).toBe("applied");
  const handled = await product.owner<{ subscriber: string; outcome: string | null }[]>`
    SELECT subscriber, outcome FROM subscriber_receipts WHERE action_id = ${id} ORDER BY subscriber`;
  expect(handled).toEqual([
    { subscriber: "invalidate-caches", outcome: expect.stringMatching(/^Raised record:/) },
    { subscriber: "watch-customer-health", outcome: expect.stringMatching(/^Kept for /) },
  ]);
});

test("an approved push whose event was lost is requested at the next quarter of an hour, and written once", async () => {
  const { id } = await approveAndLoseEvent();
  const approvedMs = product.engine.now();
  const quarter = Math.ceil(approvedMs / (15 * minute)) * 15 * minute;
  await product.engine.advance(quarter - approvedMs - 1);
  expect(await standOf(product, id)).toEqual({ push: "queued", action: "approved", attempts: 0 });
  await product.engine.advance(1);
  expect((await timesOf(id)).applied_at).toEqual(new Date(quarter));
  expect(await commitsOf(id)).toHaveLength(1);
});

test.each([
  ["before its last look is tried again seconds after its lease ran out, and sent once", false],
  ["before it wrote is rescued when the lease runs out, held, and sent once", true],
] as const)("the push of a sender that died %s", async (_died, sent) => {
  const { id, pushId } = await approveAndLoseEvent();
  const leaseSeconds = 30;
  await leaveLeaseBehind(product, pushId, leaseSeconds);
  if (sent)
    await product.owner`UPDATE ns_pending_pushes SET sent_at = clock_timestamp() WHERE id = ${pushId}`;
  const overMs = product.engine.now() + leaseSeconds * second;
  await product.engine.advance(leaseSeconds * second);
  expect(await standOf(product, id)).toMatchObject({ push: "pushing" });
  await product.engine.advance("20m");
  const [rescuedAt] = await ledgerOf(id, sent ? "push.rescued" : "push.requeued");
  expect(rescuedAt!.getTime() - overMs).toBeGreaterThan(0);
  expect(rescuedAt!.getTime() - overMs).toBeLessThanOrEqual(minute);
  const { status, applied_at } = await timesOf(id);
  expect(status).toBe("applied");
  const waitedMs = applied_at!.getTime() - rescuedAt!.getTime();
  if (sent) expect(waitedMs).toBeGreaterThanOrEqual(product.gateway.holdSeconds * second);
  else expect(waitedMs).toBeLessThan(10 * second);
  expect(await commitsOf(id)).toHaveLength(1);
});

test("the push of a sender that died after NetSuite had written is rescued, and its write is discovered and not repeated", async () => {
  const { id, pushId } = await approveAndLoseEvent();
  const { gateway } = product;
  const crash = newGate();
  const write: typeof gateway.netsuite.write = async (...request) => {
    await gateway.netsuite.write(...request);
    crash.open();
    return new Promise<never>(() => {});
  };
  // An hour, because its heartbeat runs by real time and never fires.
  const dying = { ...gateway, leaseSeconds: 3_600, netsuite: { ...gateway.netsuite, write } };
  void product.push(pushId, dying);
  await crash.opened;
  const overMs = product.engine.now() + hour;
  await product.engine.advance(hour - 1);
  expect(await standOf(product, id)).toMatchObject({ push: "pushing" });
  await product.engine.advance(2 * minute);
  const { status, applied_at } = await timesOf(id);
  expect(status).toBe("applied");
  expect(applied_at!.getTime() - overMs).toBeLessThanOrEqual(minute);
  expect(await commitsOf(id)).toHaveLength(1);
});

test("a push that fails is tried at once, after 5 and after 30 seconds; dead, it is revived by the quarters until nobody does", async () => {
  const { gateway } = product;
  const { netsuite } = gateway;
  const attempts: number[] = [];
  const write: typeof netsuite.write = async () => {
    attempts.push(product.engine.now());
    return refusedConnection;
  };
  gateway.netsuite = { ...netsuite, write };
  const { proposal } = await product.propose(proposals.arNote());
  await approve(product, proposal);
  const approvedMs = product.engine.now();
  await product.engine.settled();
  await product.engine.advance(minute);
  expect(attempts.map((at) => at - approvedMs)).toEqual([0, 5 * second, 35 * second]);
  expect(await standOf(product, proposal.id)).toEqual({
    push: "dead",
    action: "approved",
    attempts: PUSH_ATTEMPTS_MAX,
  });
  await product.engine.advance("80m");
  gateway.netsuite = netsuite;
  expect(attempts).toHaveLength(PUSH_ATTEMPTS_MAX * (1 + RECONCILE_ROUNDS_MAX));
  const revived = await ledgerOf(proposal.id, "push.revived");
  expect(revived.map((at) => at.getTime() % (15 * minute))).toEqual(revived.map(() => 0));
  expect(await standOf(product, proposal.id)).toMatchObject({ push: "dead", action: "approved" });
  expect(await commitsOf(proposal.id)).toHaveLength(0);
});

test(
  "in thirty days retention runs every day and blanks and deletes by its periods and nothing else",
  async () => {
    const { admin, gateway, owner, tenantId } = product;
    await setRetention(admin, { kind: "agent_prose", days: 30, reason: "a test of a month" }, gateway);
    const { proposal: ended } = await product.propose(proposals.arNote({ reason: "The customer called" }));
    await product.decide(product.approver, ended, { decision: "reject" });
    await product.engine.settled();
    const startedAt = new Date(product.engine.now());
    const proseOf = async () => {
      const [row] = await owner`SELECT reason, prose_blanked_at FROM proposed_actions WHERE id = ${ended.id}`;
      return row!;
    };
    await product.engine.advance("20d", { by });
    const { proposal: other } = await product.propose(proposals.arNote({ reason: "Another called" }));
    await product.decide(product.approver, other, { decision: "reject" });
    await product.engine.advance(10 * day - 3 * hour, { by });
    expect(await proseOf()).toMatchObject({ reason: "The customer called", prose_blanked_at: null });
    await product.engine.advance("2d", { by });
    expect(await proseOf()).toMatchObject({ reason: "", prose_blanked_at: expect.any(Date) });
    const [recent] = await owner`SELECT reason FROM proposed_actions WHERE id = ${other.id}`;
    expect(recent).toEqual({ reason: "Another called" });

    const runs = await owner<{ started_at: Date; complete: boolean }[]>`
    SELECT started_at, complete FROM retention_runs
    WHERE tenant_id = ${tenantId} AND started_at > ${startedAt} ORDER BY started_at`;
    expect(runs.every((run) => run.complete)).toBe(true);
    expect(new Set(runs.map((run) => run.started_at.toISOString().slice(0, 10))).size).toBe(runs.length);
    expect(runs.length).toBeGreaterThanOrEqual(30);
    const [outbox] = await owner<{ oldest: Date; unsent: number }[]>`
    SELECT min(sent_at) AS oldest, (count(*) FILTER (WHERE sent_at IS NULL))::int AS unsent FROM outbox`;
    expect(outbox!.unsent).toBe(0);
    const oldestDays = (product.engine.now() - outbox!.oldest.getTime()) / day;
    expect(oldestDays, "the events of the second proposal are kept").toBeGreaterThan(10);
    expect(oldestDays, "earlier ones are not").toBeLessThanOrEqual(15);
  },
  monthTimeoutMs,
);

test("after all of it no job has failed but those of the push that died, none is stuck, and the engine's tables hold a week", async () => {
  const { engineSql } = product;
  expect((product.engine.now() - startAt.getTime()) / day).toBeGreaterThan(30);
  const failed = await product.failedJobs();
  expect(failed.filter(({ functionId }) => functionId !== "countersign-push-action")).toEqual([]);
  const [rest] = await engineSql<{ running: number; jobs: number; unrouted: number; oldest: Date }[]>`
    SELECT (SELECT count(*)::int FROM inngest_engine.runs WHERE status = 'running') AS running,
      (SELECT count(*)::int FROM inngest_engine.jobs) AS jobs,
      (SELECT count(*)::int FROM inngest_engine.events WHERE routed_at IS NULL) AS unrouted,
      (SELECT min(ended_at) FROM inngest_engine.runs) AS oldest`;
  expect(rest).toMatchObject({ running: 0, jobs: 0, unrouted: 0 });
  expect(product.engine.now() - rest!.oldest.getTime()).toBeLessThanOrEqual(7 * day + hour);
});
