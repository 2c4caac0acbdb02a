import { beforeEach, expect, test } from "vitest";
import { callsInFlightMax } from "../src/limits";
import { type Barrier, createBarrier, on, until } from "../testing/harness";
import { useWorld } from "../testing/world";

const world = useWorld();
const gates = new Map<string, Barrier>();
const ran: string[] = [];
beforeEach(() => {
  gates.clear();
  ran.length = 0;
  world.cleanUp(openGates);
});
function openGates(): void {
  for (const gate of gates.values()) gate.open();
}

const parked = async (): Promise<number> =>
  (await world.sql`select 1 from inngest_engine.jobs where parked_on is not null`).length;
const parkedAre = (jobs: number) => until(`${jobs} to be parked`, async () => (await parked()) === jobs);
const hasRun = (mark: string) => until(`${mark} to run`, () => ran.includes(mark));
/** Makes the run with this mark wait until the test lets it go on. */
function hold(mark: string): Barrier {
  const gate = createBarrier();
  gates.set(mark, gate);
  return gate;
}

interface Limit {
  limit: number;
  key?: string;
}

const functions = (...concurrency: Limit[]) => [
  on("limited/go", "limited", { concurrency: concurrency as [Limit] }, async ({ event }) => {
    ran.push(event.data.mark);
    await gates.get(event.data.mark)?.pass();
  }),
  on("free/go", "free", () => void ran.push("free")),
];
async function start(...concurrency: Limit[]) {
  const started = await world.start(functions(...concurrency));
  const send = (...marks: string[]) =>
    started.client.send(
      marks.map((mark) => ({ name: "limited/go", data: { mark, lane: mark[0], size: mark[1] } })),
    );
  const completed = (runs: number) =>
    until("all of them", async () => (await started.runs("?status=Completed")).length === runs);
  return { started, send, completed };
}

test("jobs behind a full limit are parked, and come back oldest first as places become free", async () => {
  const { started, send } = await start({ limit: 1 });
  const first = hold("a0");
  await send("a0");
  await first.reached;
  const marks = Array.from({ length: 2 * callsInFlightMax }, (_, at) => `a${at + 1}`);
  for (const mark of marks) await send(mark);
  await parkedAre(marks.length);
  await started.client.send({ name: "free/go" });
  await hasRun("free");
  first.open();
  await until("all of them", () => ran.length === marks.length + 2);
  expect(ran).toEqual(["a0", "free", ...marks]);
  expect(await parked()).toBe(0);
});

test("a job with two limits waits for both, and neither holds up jobs that have room in theirs", async () => {
  const { send, completed } = await start(
    { limit: 1, key: "event.data.lane" },
    { limit: 1, key: "event.data.size" },
  );
  const barriers = [hold("a1"), hold("b2")];
  await send("a1", "b2");
  await Promise.all(barriers.map((gate) => gate.reached));
  await send("a2", "c3");
  await hasRun("c3");
  await parkedAre(1);
  barriers[0]!.open();
  await completed(2);
  expect(ran).not.toContain("a2");
  barriers[1]!.open();
  await hasRun("a2");
});

test("a raised limit lets parked jobs go on after the next sync, a lowered one holds back those that are queued", async () => {
  const { started, send, completed } = await start({ limit: 1 });
  const barriers = ["a1", "a2", "a3"].map(hold);
  await send("a1", "a2", "a3");
  await barriers[0]!.reached;
  await parkedAre(2);
  await started.restart(functions({ limit: 3 }));
  await Promise.all(barriers.map((gate) => gate.reached));
  await send("a4", "a5");
  await parkedAre(2);
  await started.restart(functions({ limit: 1 }));
  const limits = await world.sql`select distinct limits from inngest_engine.jobs`;
  expect(limits.map((row) => row.limits)).toEqual([[1]]);
  openGates();
  await completed(5);
});

test("events that come while others are claimed, called and ended never take more places than the limit has", async () => {
  const limit = 2;
  let under = 0;
  let most = 0;
  const started = await world.start([
    on("limited/go", "limited", { concurrency: [{ limit }] }, async ({ event }) => {
      most = Math.max(most, (under += 1));
      await new Promise((resolve) => setImmediate(resolve));
      under -= 1;
      ran.push(event.data.mark);
    }),
  ]);
  const marks = Array.from({ length: 300 }, (_, at) => `m${at}`);
  // Ten senders, each with its next event as soon as the last one was taken.
  const send = async (sender: number) => {
    for (let at = sender; at < marks.length; at += 10)
      await started.client.send({ name: "limited/go", data: { mark: marks[at] } });
  };
  await Promise.all(Array.from({ length: 10 }, (_, sender) => send(sender)));
  await until("all of them", async () => (await parked()) === 0 && ran.length === marks.length);
  expect(most).toBe(limit);
  expect(new Set(ran).size).toBe(marks.length);
});

test("the job of an event within a free limit is leased before its sender has an answer", async () => {
  let leased = createBarrier();
  const started = await world.start(functions({ limit: 1 }), {
    probe: (point) => (point === "jobs_claimed" ? leased.pass() : undefined),
  });
  world.cleanUp(() => leased.open());
  let sends = 0;
  // One that comes while the leader looks at its queue is met by a later look: then the answer does not wait.
  await until("an answer that waits for the lease", async () => {
    leased = createBarrier();
    let isAnswered = false;
    const mark = `a${(sends += 1)}`;
    const sent = started.client
      .send({ name: "limited/go", data: { mark } })
      .then(() => void (isAnswered = true));
    await leased.reached;
    await started.runs();
    const isLeasedFirst = !isAnswered;
    leased.open();
    await sent;
    await hasRun(mark);
    return isLeasedFirst;
  });
});

test("jobs that a lost leader parked, and places it freed unseen, are found by the next", async () => {
  const { started, send, completed } = await start({ limit: 1 });
  const first = hold("a1");
  await send("a1", "a2", "a3");
  await first.reached;
  await parkedAre(2);
  await world.cutLeader();
  await until("the end of the term", () =>
    started.logged.some((line) => line.startsWith("no longer leading")),
  );
  first.open();
  await completed(3);
  expect(await parked()).toBe(0);
});

test("a freed place that nobody told of is found by looking through the keys", async () => {
  const { started, send } = await start({ limit: 1 });
  const first = hold("a1");
  await send("a1", "a2");
  await first.reached;
  await parkedAre(1);
  // As if the run had ended while no leader knew of its limit.
  await world.sql`delete from inngest_engine.jobs where leased_until is not null`;
  started.clock.advance(60_000);
  await hasRun("a2");
});
