import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import type { Account } from "@/netsuite/testing/open-account";
import type { FaultKind } from "@countersign/netsuite-simulator";
import { cancelRemainingLines } from "@/lib/gateway/amend/cancel-remaining-lines";
import { DELIVERY_LIMITS, pushAction } from "./push-action";
import { reconcilePushes } from "./repair/reconcile-pushes";
import { replayDeadLetter, retryPush } from "./repair/replay-push";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { putPolicyInForce, withoutStatement } from "@/lib/gateway/testing/decisions";
import { approve, workThrough } from "@/lib/gateway/testing/deliver";
import { expectRefusal, newGate, refusalOf } from "@/lib/gateway/testing/race";
import {
  lineKey,
  lineStatus,
  lineStatuses,
  type RollLineInput,
  priceRoll,
  pricesWrittenByLine,
  rollLines,
  widenAssortment,
} from "@/lib/gateway/testing/rolls";
import { type World, openWorld } from "@/lib/gateway/testing/world";
import { undoAction } from "@/lib/gateway/amend/undo-action";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";

/** Each test has a company of its own: lines that wait in one would stand in the way of another's. */
let world: World;
let account: Account;
beforeEach(async () => {
  world = await openWorld();
  ({ account } = world);
  await widenAssortment(account);
});
afterEach(() => world.close());

const approved = async (count: number) => {
  const { proposal } = await world.propose(priceRoll(rollLines(count)));
  await approve(world, proposal);
  return proposal.id;
};
const push = async (id: number, gateway = world.gateway) =>
  pushAction(world.tenantId, (await world.pushOf(id)).id, gateway);
const verificationOf = async (id: number) => {
  const [row] = await world.owner`
    SELECT verification FROM proposed_actions_applied_mirror WHERE action_id = ${id}`;
  return row?.verification ?? null;
};
const endOf = async (id: number) => {
  const [row] = await world.owner<{ body_text: string }[]>`
    SELECT body_text FROM events WHERE entity_id = ${id} AND entity_type = 'proposed_action' AND event_type LIKE 'hitl.%'
    ORDER BY seq DESC LIMIT 1`;
  const { type, details } = JSON.parse(row!.body_text) as { type: string; details: Record<string, unknown> };
  return { type, lines: details.lines as Record<string, number> | undefined };
};
/** The pushes of a roll whose delivery was requested, one for each request. */
const requestsFor = async (id: number) => {
  const rows = await world.owner<{ id: number }[]>`
    SELECT p.id FROM outbox o JOIN ns_pending_pushes p ON p.id = (o.body_json ->> 'push_id')::bigint
    WHERE p.action_id = ${id} AND o.event_name = 'ns-push.requested' ORDER BY o.id`;
  return rows.map((row) => row.id);
};
/** Somebody changes the record of a line in NetSuite. */
const spoil = ({ entity_ref, context }: RollLineInput, price = "99") =>
  account.edit("bid_price", `${context.customer}:${entity_ref}`, { price });
const linesOf = async (id: number) => {
  const [row] = await world.owner<{ payload_json: ProposalPayload }[]>`
    SELECT payload_json FROM proposed_actions WHERE id = ${id}`;
  return row!.payload_json.lines!;
};
const cancelRest = (actionId: number, by = world.approver, reason = "") =>
  cancelRemainingLines(by, { actionId, reason }, world.gateway);
const flip = (engaged: boolean) =>
  flipSwitch(world.owner, world.admin, { name: "ns_writes", engaged, reason: "a test" }, world.gateway);
const deadLetterOf = async (id: number, lineNo: number) => {
  const [row] = await world.owner<{ id: number }[]>`
    SELECT d.id FROM ns_push_dlq_log d JOIN ns_pending_pushes p ON p.id = d.push_id
    WHERE p.action_id = ${id} AND p.line_no = ${lineNo} AND d.replayed_at IS NULL`;
  return row!.id;
};
const everyLineOnce = async (id: number) => {
  const written = await pricesWrittenByLine(account, world, id);
  expect([...written.values()].filter((count) => count !== 1)).toEqual([]);
  return written.size;
};
const letLeasesRunOut = (id: number) => world.owner`
  UPDATE ns_pending_pushes SET lease_expires_at = clock_timestamp() - interval '1 second' WHERE action_id = ${id} AND status = 'pushing'`;

/** The faults of every tenth line, and the end of such a line. */
const faults: [kind: FaultKind, more: Record<string, unknown>, end: "applied" | "stale" | "dead"][] = [
  ["drop_before_execution", {}, "applied"],
  ["drop_after_commit", {}, "applied"],
  ["server_error", {}, "applied"],
  ["server_error", { committed: true }, "applied"],
  ["request_limit", {}, "applied"],
  ["too_many_requests", {}, "applied"],
  ["external_edit", {}, "stale"],
  ["deleted_record", {}, "stale"],
  ["closed_period", {}, "dead"],
  ["crash_between_saves", {}, "applied"],
];

test("500 lines with a fault on every tenth: each ends as it must, none is written twice, and the roll says what became of it", async () => {
  const id = await approved(500);
  const expected = new Map<number, "applied" | "stale" | "dead">();
  for (let lineNo = 10; lineNo <= 500; lineNo += 10) {
    const [kind, more, end] = faults[(lineNo / 10) % faults.length]!;
    expected.set(lineNo, end);
    await account.fault(kind, { key: lineKey(world, id, lineNo), ...more });
  }
  await workThrough(world, id);
  expect(await lineStatuses(world, id)).toEqual({ applied: 485, dead: 5, stale: 10 });
  for (const [lineNo, end] of expected)
    expect(await lineStatus(world, id, lineNo), `line ${lineNo}`).toBe(end);
  // Dead lines keep the roll open: somebody decides about them.
  expect(await world.statusOf(id)).toBe("approved");
  expect(await everyLineOnce(id)).toBe(485);

  const { lines } = await retryPush(world.admin, id, world.gateway);
  expect(lines).toBe(5);
  await workThrough(world, id);
  expect(await lineStatuses(world, id)).toEqual({ applied: 490, stale: 10 });
  expect(await world.statusOf(id)).toBe("applied");
  expect(await verificationOf(id)).toBe("partial");
  expect(await endOf(id)).toMatchObject({
    type: "hitl.applied",
    lines: { total: 500, applied: 490, stale: 10 },
  });
  expect(await everyLineOnce(id)).toBe(490);
  const [receipts] = await world.owner`
    SELECT count(*) FILTER (WHERE status = 'applied')::int AS applied, count(*) FILTER (WHERE status = 'stale')::int AS stale
    FROM action_receipts WHERE action_id = ${id}`;
  expect(receipts).toEqual({ applied: 490, stale: 10 });
  expect((await verifyLedger(world.admin, { mode: "full" }, world.gateway)).faults).toEqual([]);
});

test("a roll of which every line was written is verified, under one end event and one outbox row", async () => {
  const id = await approved(30);
  await workThrough(world, id);
  expect(await world.statusOf(id)).toBe("applied");
  expect(await verificationOf(id)).toBe("verified");
  const events = await world.eventsOf(id);
  expect(events.filter((type) => type === "push.line_applied")).toHaveLength(30);
  expect(events.filter((type) => type === "hitl.applied")).toHaveLength(1);
  const rows = await world.owner`
    SELECT 1 FROM outbox WHERE event_name = 'hitl.applied' AND (body_json ->> 'action_id')::bigint = ${id}`;
  expect(rows).toHaveLength(1);
});

test("two drivers at once write each line once and end the roll once", async () => {
  const id = await approved(60);
  await Promise.all([push(id), push(id), push(id)]);
  await workThrough(world, id);
  expect(await lineStatuses(world, id)).toEqual({ applied: 60 });
  expect(await everyLineOnce(id)).toBe(60);
  expect((await world.eventsOf(id)).filter((type) => type === "hitl.applied")).toHaveLength(1);
});

test("a line that is retried while a later one on its record is unknown waits for it, and both come to their end", async () => {
  const [first, , , , , , , , , , , , later] = rollLines(13);
  const { proposal } = await world.propose(priceRoll([first!, later!]));
  const { id } = proposal;
  await account.fault("closed_period", { key: lineKey(world, id, 1) });
  await account.fault("drop_before_execution", { key: lineKey(world, id, 2) });
  await approve(world, proposal);
  await push(id);
  expect(await lineStatuses(world, id)).toEqual({ dead: 1, unknown: 1 });
  await retryPush(world.admin, id, world.gateway);
  expect(await lineStatuses(world, id)).toEqual({ queued: 1, unknown: 1 });
  await workThrough(world, id);
  expect(await lineStatuses(world, id)).toEqual({ applied: 2 });
  expect(await world.statusOf(id)).toBe("applied");
  expect(await everyLineOnce(id)).toBe(2);
});

describe("a driver that is killed", () => {
  test.each<["before" | "after", number]>([
    ["before", 1],
    ["after", 1],
    ["before", 17],
    ["after", 17],
    ["after", 36],
  ])("%s the write of its %i-th line loses nothing and doubles nothing", async (moment, at) => {
    const id = await approved(36);
    const honest = account.client;
    let calls = 0;
    const dying = {
      ...honest,
      write: async (...request: Parameters<typeof honest.write>) => {
        calls += 1;
        if (calls === at && moment === "after") await honest.write(...request);
        if (calls >= at) throw new Error("killed");
        return honest.write(...request);
      },
    };
    await expect(push(id, { ...world.gateway, netsuite: dying })).rejects.toThrow("killed");
    // Its other lines under way die as well; only then do the leases run out.
    await account.simulator.idle();
    await letLeasesRunOut(id);
    await workThrough(world, id);
    await letLeasesRunOut(id);
    await workThrough(world, id);
    expect(await lineStatuses(world, id)).toEqual({ applied: 36 });
    expect(await everyLineOnce(id)).toBe(36);
    expect(await world.statusOf(id)).toBe("applied");
  });
});

test("a lost event is made good by reconciliation, which asks for a roll once and not once per line", async () => {
  const id = await approved(40);
  await world.owner`UPDATE outbox SET sent_at = clock_timestamp()`;
  const before = (await requestsFor(id)).length;
  await reconcilePushes(world.gateway);
  const requests = (await requestsFor(id)).slice(before);
  expect(requests).toHaveLength(1);
  // Its event names one line, and delivers them all.
  await pushAction(world.tenantId, requests[0]!, world.gateway);
  await workThrough(world, id);
  expect(await lineStatuses(world, id)).toEqual({ applied: 40 });
});

test("a kill switch stops a roll between two lines, and its release asks for the roll once", async () => {
  const id = await approved(48);
  const honest = account.client;
  let calls = 0;
  const switchSet = newGate();
  const flipping = {
    ...honest,
    write: async (...request: Parameters<typeof honest.write>) => {
      calls += 1;
      const isTenth = calls === 10;
      if (calls > 10) await switchSet.opened;
      const answer = await honest.write(...request);
      if (isTenth) {
        await flip(true);
        switchSet.open();
      }
      return answer;
    },
  };
  const halted = await push(id, { ...world.gateway, netsuite: flipping });
  expect(halted.retryInMs).toBeNull();
  expect(halted.because).toContain("ns_writes");
  const { applied = 0, queued = 0 } = await lineStatuses(world, id);
  expect(applied + queued).toBe(48);
  // Lines that were under way when it was flipped may still arrive; none begins after it.
  expect(applied).toBeGreaterThanOrEqual(10);
  expect(applied).toBeLessThan(10 + DELIVERY_LIMITS.parallelMax);
  const [attempts] =
    await world.owner`SELECT sum(attempts)::int AS n FROM ns_pending_pushes WHERE action_id = ${id}`;
  expect(attempts!.n).toBe(0);

  const before = (await requestsFor(id)).length;
  await flip(false);
  expect((await requestsFor(id)).length - before).toBe(1);
  await workThrough(world, id);
  expect(await lineStatuses(world, id)).toEqual({ applied: 48 });
  expect(await everyLineOnce(id)).toBe(48);
});

test("a halted lane stops every line alike, and one line tries it when its time has come", async () => {
  const id = await approved(24);
  await account.fault("permission_removed", { key: lineKey(world, id, 3) });
  const halted = await push(id);
  expect(halted.retryInMs).toBeGreaterThan(0);
  expect((await lineStatuses(world, id)).dead).toBeUndefined();
  await world.owner`UPDATE push_lanes SET probe_at = clock_timestamp() - interval '1 second'`;
  await workThrough(world, id);
  expect(await lineStatuses(world, id)).toEqual({ applied: 24 });
});

test("a record that somebody edits in mid-roll costs its own line alone", async () => {
  const id = await approved(24);
  await spoil(rollLines(24)[20]!);
  await workThrough(world, id);
  expect(await lineStatuses(world, id)).toEqual({ applied: 23, stale: 1 });
  expect(await lineStatus(world, id, 21)).toBe("stale");
  expect(await verificationOf(id)).toBe("partial");
});

test("a roll of which no line holds any more goes stale, not applied", async () => {
  const id = await approved(3);
  for (const line of rollLines(3)) await spoil(line);
  await workThrough(world, id);
  expect(await lineStatuses(world, id)).toEqual({ stale: 3 });
  expect(await world.statusOf(id)).toBe("stale");
  expect(await endOf(id)).toMatchObject({ type: "hitl.stale" });
});

describe("lines that gave up", () => {
  const withDead = async (...lineNos: number[]) => {
    const id = await approved(12);
    for (const lineNo of lineNos) await account.fault("closed_period", { key: lineKey(world, id, lineNo) });
    await workThrough(world, id);
    return id;
  };

  test("are replayed one by one by their letters, each of which names its line", async () => {
    const id = await withDead(2, 5);
    expect(await lineStatuses(world, id)).toEqual({ applied: 10, dead: 2 });
    await replayDeadLetter(world.admin, await deadLetterOf(id, 5), world.gateway);
    await workThrough(world, id);
    expect(await lineStatuses(world, id)).toEqual({ applied: 11, dead: 1 });
    expect(await world.statusOf(id)).toBe("approved");
    await replayDeadLetter(world.admin, await deadLetterOf(id, 2), world.gateway);
    await workThrough(world, id);
    expect(await world.statusOf(id)).toBe("applied");
    expect(await verificationOf(id)).toBe("verified");
  });

  test("are cancelled by an approver, and the roll ends with what was written", async () => {
    const id = await withDead(2, 5);
    const answer = await cancelRest(id, world.approver, "Next month");
    expect(answer).toEqual({ action_id: id, cancelled: 2, status: "applied" });
    expect(await lineStatuses(world, id)).toEqual({ applied: 10, cancelled: 2 });
    expect(await verificationOf(id)).toBe("partial");
    await expectRefusal(cancelRest(id), "nothing_to_cancel");
    const open =
      await world.owner`SELECT 1 FROM ns_push_dlq_log WHERE action_id = ${id} AND replayed_at IS NULL`;
    expect(open).toHaveLength(0);
  });

  test("are not cancelled by a viewer, nor by another tenant, nor where there is no roll", async () => {
    const id = await withDead(2);
    const other = await (await world.addTenant()).person("Eve", "admin");
    await expectRefusal(cancelRest(id, world.viewer), "not_allowed");
    await expectRefusal(cancelRest(id, other), "not_found");
    await expectRefusal(cancelRest(999_999, world.admin), "not_found");
    expect(await lineStatuses(world, id)).toEqual({ applied: 11, dead: 1 });
  });

  test("are not cancelled by a person who may not decide the roll by the policy", async () => {
    const id = await withDead(2);
    await putPolicyInForce(world, world.tenantId, (text) => withoutStatement(text, "approvers-decide"));
    await expectRefusal(cancelRest(id), { code: "policy_denied", status: 403 });
    expect(await lineStatuses(world, id)).toEqual({ applied: 11, dead: 1 });
  });
});

test("an undo takes back the lines that were written, and no others", async () => {
  const id = await approved(6);
  const fourth = rollLines(6)[3]!;
  await spoil(fourth);
  await workThrough(world, id);
  const undo = await undoAction(world.approver, id, "A mistake", world.gateway);
  const lines = await linesOf(undo.id);
  expect(lines).toHaveLength(5);
  expect(lines.map((line) => line.context.customer)).not.toContain(fourth.context.customer);
  const { from, to } = rollLines(1)[0]!.changes[0]!;
  expect(lines[0]!.changes).toEqual([{ field: "price", from: to, to: from }]);
});

test("an undo of a roll of which somebody has changed a record since is refused, naming the line", async () => {
  const id = await approved(14);
  // Lines 13 and 14 are written before it, after lines 1 and 2 on the same records: the undo has them in their order.
  await workThrough(world, id);
  await spoil(rollLines(14)[11]!);
  const refused = await refusalOf(undoAction(world.approver, id, "A mistake", world.gateway));
  expect(refused.code).toBe("from_mismatch");
  expect(refused.issues.map(({ path }) => path)).toEqual(["lines[11].changes[0].from"]);
});

test("a cancelled roll is proposed once more from its records' current values", async () => {
  const id = await approved(4);
  await cancelRest(id);
  await spoil(rollLines(4)[1]!, "9.5");
  const again = await reproposeAction(world.approver, id, null, world.gateway);
  const starts = (await linesOf(again.id)).map((line) => line.changes[0]!.from);
  expect(starts).toEqual(["10", "9.5", "10", "10"]);
});

test("a roll cancelled before any line was sent ends cancelled", async () => {
  const id = await approved(5);
  expect((await cancelRest(id)).status).toBe("cancelled");
  expect(await everyLineOnce(id)).toBe(0);
  expect(await push(id)).toMatchObject({ retryInMs: null, tried: 0 });
});
