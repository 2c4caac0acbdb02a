import { beforeEach, expect, test } from "vitest";
import { claim as claimAll, newEvent, newRun, openStore } from "../../testing/store";
import { dedupeMs } from "../limits";
import { hasUnroutedEvents } from "./events";
import { type Arrival, takeEvents } from "./intake";
import { startEpoch } from "./leader";

const now = new Date("2026-01-05T08:00:00.000Z");
const db = await openStore();
beforeEach(async () => void (await db`truncate inngest_engine.events, inngest_engine.event_keys cascade`));

function arrival(
  id: string,
  changes: Partial<Arrival> & { isLeased?: boolean; limitKeys?: string[] } = {},
): Arrival {
  const { isLeased = false, limitKeys = [], ...rest } = changes;
  const run = newRun(`run-${id}`, { eventId: id, startAt: now, limitKeys, limits: limitKeys.map(() => 1) });
  return { ...newEvent(id), starts: [{ ...run, isLeased }], ...rest };
}
const claim = (epoch: number) => claimAll(db, { epoch, now });

test("the leader's events are stored with their runs, and a job that is leased as it is stored belongs to it", async () => {
  const epoch = await startEpoch(db);
  const outcome = await takeEvents(db, [arrival("a", { isLeased: true }), arrival("b")], { epoch, now });
  expect(outcome).toMatchObject({ ids: ["a", "b"], leased: [{ runId: "run-a" }], isRoutingLeft: false });
  expect((await claim(epoch)).map(({ runId, dispatch }) => [runId, dispatch])).toEqual([["run-b", 1]]);
  expect(await hasUnroutedEvents(db)).toBe(false);
  const next = await claim(await startEpoch(db));
  expect(next.map(({ runId, dispatch }) => [runId, dispatch])).toEqual([
    ["run-a", 2],
    ["run-b", 2],
  ]);
});

test("events that a leader of an earlier epoch takes are stored, and start nothing until they are routed", async () => {
  const epoch = await startEpoch(db);
  await startEpoch(db);
  for (const stale of [epoch, null]) {
    const id = `with-${stale}`;
    const outcome = await takeEvents(db, [arrival(id, { isLeased: true })], { epoch: stale, now });
    expect(outcome).toEqual({ ids: [id], leased: [], isRoutingLeft: true });
  }
  expect(await db`select id from inngest_engine.runs`).toHaveLength(0);
});

test("an event that a run waits for, and one whose functions must be asked more, are left to be routed", async () => {
  const epoch = await startEpoch(db);
  await takeEvents(db, [arrival("waiting")], { epoch, now });
  await db`
    insert into inngest_engine.waits (run_id, event_name, started_at) values ('run-waiting', 'awaited', ${now})`;
  const arrivals = [arrival("awaited", { name: "awaited" }), arrival("unknown", { starts: null })];
  expect(await takeEvents(db, arrivals, { epoch, now })).toMatchObject({ leased: [], isRoutingLeft: true });
  const unrouted = await db`select id from inngest_engine.events where routed_at is null order by id`;
  expect(unrouted.map(({ id }) => id)).toEqual(["awaited", "unknown"]);
  expect(await db`select id from inngest_engine.runs`).toHaveLength(1);
  // Later events may cancel the runs that these start.
  expect(await takeEvents(db, [arrival("after")], { epoch, now })).toMatchObject({ isRoutingLeft: true });
});

test("a sender's id counts once in 24 hours, also twice in one batch, and names the first event", async () => {
  const epoch = await startEpoch(db);
  const keyed = (id: string) => arrival(id, { dedupeKey: "key" });
  const first = await takeEvents(db, [keyed("a"), keyed("b"), arrival("c")], { epoch, now });
  expect(first.ids).toEqual(["a", "a", "c"]);
  const soon = new Date(now.getTime() + dedupeMs - 1);
  expect((await takeEvents(db, [keyed("d")], { epoch, now: soon })).ids).toEqual(["a"]);
  const later = new Date(now.getTime() + dedupeMs);
  expect((await takeEvents(db, [keyed("e")], { epoch, now: later })).ids).toEqual(["e"]);
  expect((await takeEvents(db, [arrival("c")], { epoch, now: later })).ids).toEqual(["c"]);
  const runs = await db`select id from inngest_engine.runs order by id`;
  expect(runs.map(({ id }) => id)).toEqual(["run-a", "run-c", "run-e"]);
});

test("a run whose limit others are parked on queues up behind them", async () => {
  const epoch = await startEpoch(db);
  await takeEvents(
    db,
    ["a", "b", "c"].map((id) => arrival(id, { limitKeys: ["key"] })),
    { epoch, now },
  );
  expect((await claim(epoch)).map(({ runId }) => runId)).toEqual(["run-a"]);
  await takeEvents(db, [arrival("d", { limitKeys: ["key"] }), arrival("e", { limitKeys: ["other"] })], {
    epoch,
    now,
  });
  const parked = await db`
    select run_id from inngest_engine.jobs where parked_on = 'key' order by run_at, id`;
  expect(parked.map((job) => job.run_id)).toEqual(["run-b", "run-c", "run-d"]);
});

test("a run that may be leased as it is stored queues up all the same where others are parked on its limit", async () => {
  const epoch = await startEpoch(db);
  const first = ["a", "b"].map((id) => arrival(id, { limitKeys: ["key"] }));
  await takeEvents(db, first, { epoch, now });
  await claim(epoch);
  const later = [
    arrival("c", { limitKeys: ["key"], isLeased: true }),
    arrival("d", { limitKeys: ["other"], isLeased: true }),
  ];
  expect(await takeEvents(db, later, { epoch, now })).toMatchObject({ leased: [{ runId: "run-d" }] });
  const parked = await db`
    select run_id, leased_by_epoch, dispatch from inngest_engine.jobs where parked_on = 'key' order by run_at, id`;
  expect(parked.map((job) => [job.run_id, job.leased_by_epoch, job.dispatch])).toEqual([
    ["run-b", null, 0],
    ["run-c", null, 0],
  ]);
});

test("a claim counts the places that are kept for jobs about to be stored", async () => {
  const epoch = await startEpoch(db);
  await takeEvents(db, [arrival("a", { limitKeys: ["key"] })], { epoch, now });
  expect(await claimAll(db, { epoch, now, reserved: ["key"] })).toEqual([]);
  expect(await claimAll(db, { epoch, now, freed: ["key"], reserved: ["other"] })).toMatchObject([
    { runId: "run-a" },
  ]);
});

test("requests with the same keys in opposite orders, at the same time, agree on one event per key", async () => {
  const keys = Array.from({ length: 200 }, (_, n) => `key-${n}`);
  const request = (sender: number) =>
    (sender % 2 === 0 ? keys : keys.toReversed()).map((key) =>
      arrival(`${sender}-${key}`, { dedupeKey: key, starts: null }),
    );
  const senders = [0, 1, 2, 3].map((sender) => takeEvents(db, request(sender), { epoch: null, now }));
  const answers = await Promise.all(senders);
  const stored = await db<{ id: string }[]>`select id from inngest_engine.events`;
  expect(stored).toHaveLength(keys.length);
  const winners = new Set(stored.map(({ id }) => id));
  for (const { ids } of answers) expect(new Set(ids)).toEqual(winners);
});
