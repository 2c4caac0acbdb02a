import { beforeEach, expect, test } from "vitest";
import { afterCommitsDone } from "@/lib/gateway/after-commit";
import type { Gateway } from "@/lib/gateway/context";
import { flipSwitch } from "@/lib/gateway/testing/flip-switch";
import { openGraceWorld } from "@/lib/gateway/testing/grace";
import { proposals } from "@/lib/gateway/testing/proposals";
import { pushAction } from "./push-action";

const { world, grace } = await openGraceWorld();
const { tenantId, owner, admin } = world;

let statements: string[];
/** By as much the process's clock differs from the database's. */
let shiftMs: number;
/** Names its statements by their functions, and keeps readings of its own. */
let gateway: Gateway;
beforeEach(async () => {
  await grace.emptyQueue();
  statements = [];
  shiftMs = 0;
  const { database } = world.gateway;
  const sql = new Proxy(database.delivering.sql, {
    apply: (target, self, given: [TemplateStringsArray, ...unknown[]]) => {
      statements.push(/(\w+)\(/.exec(given[0].join(" "))![1]!);
      return Reflect.apply(target, self, given) as unknown;
    },
  });
  gateway = {
    ...world.gateway,
    database: { ...database, delivering: { ...database.delivering, sql } },
    pushesAhead: new Map(),
    clock: { now: () => new Date(grace.now().getTime() + shiftMs) },
  };
});

const proposed = async () => (await world.propose(proposals.arNote())).proposal;
const readingsDone = () => Promise.all([...gateway.pushesAhead.values()].map(({ lines }) => lines));

/** A push whose reading is done before it is asked for. */
async function approved(): Promise<number> {
  const proposal = await proposed();
  await world.decide(world.approver, proposal, {}, gateway);
  await readingsDone();
  await afterCommitsDone(gateway);
  return (await world.pushOf(proposal.id)).id;
}

test("a push that comes back to the process which requested it finds its facts read, once", async () => {
  const pushId = await approved();
  expect(statements).toEqual(["read_push"]);
  expect(await pushAction(tenantId, pushId, gateway)).toMatchObject({ tried: 1, lines: { applied: 1 } });
  expect(statements).toEqual(["read_push", "begin_sending", "confirm_sending", "settle_applied"]);
  await pushAction(tenantId, pushId, gateway);
  expect(statements.slice(4), "the next call reads for itself").toEqual(["read_push"]);
});

test("a switch that was engaged since then stops it", async () => {
  const pushId = await approved();
  const flip = (engaged: boolean) =>
    flipSwitch(owner, admin, { name: "ns_writes", engaged, reason: "A test" }, world.gateway);
  await flip(true);
  expect(await pushAction(tenantId, pushId, gateway)).toMatchObject({
    lines: { applied: 0 },
    because: "the kill switch ns_writes is on",
  });
  await flip(false);
});

test("facts of a quarter of a second ago are read anew, and so are those of a clock that was put back", async () => {
  for (const ms of [250, -1]) {
    const pushId = await approved();
    shiftMs += ms;
    statements.length = 0;
    await pushAction(tenantId, pushId, gateway);
    expect(statements[0], `${ms} ms`).toBe("read_push");
  }
});

test("nothing is read ahead while the approval can still be taken back, nor for more than two pushes at once", async () => {
  const onPage = await proposed();
  await world.decide(world.approver, onPage, { channel: "page" }, gateway);
  expect(gateway.pushesAhead.size).toBe(0);
  for (let count = 0; count < 3; count += 1)
    await world.decide(world.approver, await proposed(), {}, gateway);
  expect(gateway.pushesAhead.size).toBe(2);
  await readingsDone();
});

test("a reading that fails is made again by the push itself", async () => {
  const { delivering } = gateway.database;
  let failures = 1;
  const failsOnce = new Proxy(delivering.sql, {
    apply: (target, self, given: unknown[]) =>
      failures-- > 0 ? Promise.reject(new Error("gone")) : (Reflect.apply(target, self, given) as unknown),
  });
  gateway.database = { ...gateway.database, delivering: { ...delivering, sql: failsOnce } };
  const pushId = await approved();
  expect(failures).toBe(0);
  expect(await pushAction(tenantId, pushId, gateway)).toMatchObject({ lines: { applied: 1 } });
});
