import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createHttpTransport } from "@/lib/destinations/netsuite/http-transport";
import { readLane } from "./read-lane";
import { readOverview } from "@/lib/gateway/read/state/read-overview";
import { retryLane } from "./retry-lane";
import { letLaneProbe, proposeAndApprove, requestsOf } from "@/lib/gateway/testing/deliver";
import { proposals } from "@/lib/gateway/testing/proposals";
import { expectRefusal, newGate, until } from "@/lib/gateway/testing/race";
import { priceRoll } from "@/lib/gateway/testing/rolls";
import { useWorld } from "@/lib/gateway/testing/use-world";
import { verifyLedger } from "@/lib/gateway/ledger/verify/verify-ledger";

/** The account's answer in place of the RESTlet's; null: the simulator answers. */
let account: { status: number; body: unknown } | null = null;
/** Requests wait for it before they reach the account. */
let gate: Promise<void> | null = null;
let requestCount = 0;
const plain = createHttpTransport(8);

const world = await useWorld({
  client: {
    transport: {
      post: async (request) => {
        requestCount += 1;
        if (gate) await gate;
        if (!account) return plain.post(request);
        const { status, body } = account;
        return { kind: "response", status, headers: {}, bodyText: JSON.stringify(body) };
      },
      close: () => plain.close(),
    },
  },
});
const { owner, admin, viewer, push } = world;
beforeEach(async () => {
  account = null;
  gate = null;
  await owner`UPDATE push_lanes SET state = 'open', code = NULL, message = NULL, halted_at = NULL, probe_at = NULL`;
  await deliverAll();
  requestCount = 0;
});

const customers = ["Riverbend Foods", "Harbor Light Hotels", "Coastal Pantry"];
const approved = (customer = customers[0]!) =>
  proposeAndApprove(world, proposals.arNote({ entity_ref: customer }));
async function deliverAll(): Promise<void> {
  const open = await owner<{ id: number }[]>`
    UPDATE ns_pending_pushes SET next_attempt_at = clock_timestamp() WHERE status = 'queued' RETURNING id`;
  for (const { id } of open) await push(id);
}
const letMinutePass = () => letLaneProbe(world);
const letDelayPass = () =>
  owner`UPDATE ns_pending_pushes SET next_attempt_at = clock_timestamp() WHERE status = 'queued'`;
const lane = async () => (await readOverview(viewer, world.gateway)).lane;
const laneEvents = async () =>
  (await readLane(viewer, world.gateway)).history.map((entry) => entry.type).toReversed();

const halts = [
  ["INVALID_LOGIN_ATTEMPT", /revoked.*disabled/, /NETSUITE_TOKEN_ID/],
  ["INSUFFICIENT_PERMISSION", /Notes Tab/, /Notes Tab \(Create\) back/],
  ["HTTP_302", /another address/, /NETSUITE_ACCOUNT/],
  ["HTTP_401", /signature/, /clock/],
  ["HTTP_403", /forbids/, /IP/],
  ["HTTP_404", /does not know the RESTlet/, /suitecloud project:deploy/],
] as const;
/** A bare status, or an error of NetSuite's own. */
function answerOf(code: (typeof halts)[number][0]) {
  const [, status] = code.split("HTTP_");
  return status
    ? { status: Number(status), body: "no" }
    : { status: 400, body: { error: { code, message: "no" } } };
}

describe.each(halts)("%s", (code, why, toDo) => {
  test("halts the lane, shows the cause and the remedy, and spends no attempt of any waiting push", async () => {
    const first = await approved();
    const second = await approved(customers[1]);
    account = answerOf(code);
    expect((await push(first.pushId)).outcome).toBe("lane_halted");
    const halted = await lane();
    expect(halted).toMatchObject({ state: "halted", code, waiting: 2, opened_at: null });
    expect(halted.why).toMatch(why);
    expect(halted.to_do).toMatch(toDo);
    expect(Date.parse(halted.next_try_at!) - Date.parse(halted.halted_at!)).toBeCloseTo(60_000, -3);

    const before = requestCount;
    for (const { pushId } of [first, second])
      expect((await push(pushId)).outcome).toMatch(/lane_halted|not_due/);
    expect(requestCount, "nothing more is sent before its time").toBe(before);
    for (const { id } of [first, second])
      expect(await world.pushOf(id)).toMatchObject({ status: "queued", attempts: 0 });
  });

  test("is gone: the next try opens the lane by itself and sends the waiting pushes", async () => {
    const first = await approved();
    const second = await approved(customers[1]);
    account = answerOf(code);
    await push(first.pushId);
    account = null;
    await letMinutePass();
    await letDelayPass();
    expect((await push(first.pushId)).outcome).toBe("applied");
    expect(await lane()).toMatchObject({
      state: "open",
      why: null,
      to_do: null,
      next_try_at: null,
      opened_at: expect.any(String),
    });
    expect((await laneEvents()).slice(-2)).toEqual(["lane.halted", "lane.opened"]);
    // Its delivery is requested at once, without the sweep.
    expect(await requestsOf(world, second.pushId)).toContain(`push-${second.pushId}-round-1`);
    expect((await push(second.pushId)).outcome).toBe("applied");
    for (const { id } of [first, second]) expect(await world.pushOf(id)).toMatchObject({ attempts: 0 });
  });
});

describe("a halted lane", () => {
  async function haltWith(...waiting: { pushId: number }[]) {
    account = answerOf("HTTP_302");
    await push(waiting[0]!.pushId);
    await letDelayPass();
    requestCount = 0;
  }

  async function haltThree() {
    const waiting = [];
    for (const customer of customers) waiting.push(await approved(customer));
    await haltWith(...waiting);
    return waiting;
  }

  test("lets one push through at a time, however many ask and however long it takes", async () => {
    const waiting = await haltThree();
    await letMinutePass();
    const { opened, open } = newGate();
    gate = opened;
    const first = push(waiting[0]!.pushId);
    await until("the first request", async () => requestCount === 1);
    // Also when the next minute is over while the first push still waits for its answer.
    await letMinutePass();
    const others = await Promise.all(waiting.slice(1).map(({ pushId }) => push(pushId)));
    for (const { outcome } of others) expect(["lane_halted", "not_due"]).toContain(outcome);
    expect(requestCount).toBe(1);
    account = null;
    open();
    expect((await first).outcome).toBe("applied");
  });

  test("of 8 that ask at the same moment sends one", async () => {
    const waiting = await haltThree();
    await letMinutePass();
    const attempts = [0, 1, 2, 0, 1, 2, 0, 1].map((index) => push(waiting[index]!.pushId));
    await Promise.all(attempts);
    expect(requestCount).toBe(1);
  });

  test("stays one halt with one beginning while it goes on, and a new cause is an event of its own", async () => {
    const only = await approved();
    await haltWith(only);
    const since = (await lane()).halted_at;
    const { id: newest } = (await readLane(viewer, world.gateway)).history[0]!;
    for (const answer of [answerOf("HTTP_302"), answerOf("HTTP_401")]) {
      account = answer;
      await letMinutePass();
      await letDelayPass();
      await push(only.pushId);
    }
    expect(await lane()).toMatchObject({ code: "HTTP_401", halted_at: since });
    const { history } = await readLane(viewer, world.gateway);
    const since302 = history.filter((entry) => entry.id > newest).map((entry) => entry.text);
    expect(since302).toEqual([`Halted by the write of #${only.id}: HTTP_401`]);
  });
});

test("a lane without a row counts as halted: nothing is sent, and the push says so and waits", async () => {
  const { id, pushId } = await approved();
  const lanes = await owner`DELETE FROM push_lanes WHERE tenant_id = ${world.tenantId} RETURNING *`;
  onTestFinished(async () => void (await owner`INSERT INTO push_lanes ${owner(lanes)}`));
  requestCount = 0;
  expect(await push(pushId)).toMatchObject({ outcome: "lane_halted", retryInMs: null });
  expect(requestCount).toBe(0);
  expect(await world.pushOf(id)).toMatchObject({ status: "queued", lease_attempt: 0, attempts: 0 });
});

describe("trying again at once", () => {
  test("sends one waiting push before its time, and records the request", async () => {
    const waiting = [await approved(customers[0]), await approved(customers[1])];
    account = answerOf("INVALID_LOGIN_ATTEMPT");
    await push(waiting[0]!.pushId);
    account = null;
    const retried = await retryLane(admin, world.gateway);
    expect(retried).toEqual({ waiting: 2, tried: "push", action_id: waiting[0]!.id, state: "halted" });
    expect((await laneEvents()).at(-1)).toBe("lane.retry_requested");
    const outcomes = await Promise.all(waiting.map(({ pushId }) => push(pushId)));
    expect(outcomes.map((one) => one.outcome)).toContain("applied");
    expect((await lane()).state).toBe("open");
    expect((await verifyLedger(admin, { mode: "full" }, world.gateway)).intact).toBe(true);
  });

  test("reads a record where nothing waits, and opens the lane when the account answers", async () => {
    const only = await approved();
    account = answerOf("HTTP_401");
    await push(only.pushId);
    await owner`UPDATE ns_pending_pushes SET status = 'cancelled', ended_at = now() WHERE id = ${only.pushId}`;
    expect(await retryLane(admin, world.gateway)).toEqual({
      waiting: 0,
      tried: "read",
      action_id: null,
      state: "halted",
    });
    account = null;
    expect(await retryLane(admin, world.gateway)).toMatchObject({ tried: "read", state: "open" });
    expect((await laneEvents()).slice(-3)).toEqual([
      "lane.retry_requested",
      "lane.retry_requested",
      "lane.opened",
    ]);
  });

  test("reads the first line's record where the newest proposal is a roll", async () => {
    const only = await approved();
    const line = {
      entity_ref: "10472",
      changes: [{ field: "price", to: "1.45" }],
      context: { customer: "Driscoll's" },
    };
    await world.propose(priceRoll([line]));
    account = answerOf("HTTP_401");
    await push(only.pushId);
    account = null;
    const reads: string[] = [];
    const netsuite: typeof world.gateway.netsuite = {
      ...world.gateway.netsuite,
      read: (request) => {
        reads.push(`${request.action_type} ${request.target.item}`);
        return world.gateway.netsuite.read(request);
      },
    };
    const gateway = { ...world.gateway, netsuite, switchesFromEnvironment: ["ns_writes"] };
    expect(await retryLane(admin, gateway)).toMatchObject({ tried: "read", state: "open" });
    expect(reads).toEqual(["bid_price_update 10472"]);
  });

  test("writes nothing while a kill switch holds the waiting pushes: it reads instead", async () => {
    const only = await approved();
    account = answerOf("HTTP_401");
    await push(only.pushId);
    account = null;
    const gateway = { ...world.gateway, switchesFromEnvironment: ["ns_writes"] };
    expect(await retryLane(admin, gateway)).toMatchObject({ tried: "read", state: "open", waiting: 1 });
    expect(await world.commitsOf(only.id)).toEqual([]);
  });

  test("is refused on an open lane, and to everybody but administrators", async () => {
    await expectRefusal(retryLane(admin, world.gateway), { code: "lane_open", status: 409 });
    for (const person of [viewer, world.approver])
      await expectRefusal(retryLane(person, world.gateway), "not_allowed");
  });
});
