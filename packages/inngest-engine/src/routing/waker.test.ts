import { beforeEach, expect, test } from "vitest";
import type { Settlement, StepChange } from "../dispatch/settlement";
import { timeUp } from "../dispatch/time-up";
import { createJudge } from "../expressions/judge";
import { waitsSeenPerPass } from "../limits";
import { until } from "../../testing/harness";
import { claim, newEvent, newRun, openStore } from "../../testing/store";
import { markRouted, storeEvents } from "../store/events";
import type { Job } from "../store/jobs";
import { startEpoch } from "../store/leader";
import { cancelRun } from "../store/run-end";
import { startRuns } from "../store/runs";
import { applySettlement } from "../store/settle";
import { writeSteps } from "../store/steps";
import { findWaits } from "../store/waits";
import { createWaker } from "./waker";

const now = new Date(Date.UTC(2026, 0, 5, 8));
const nowMs = now.getTime();
const endMs = nowMs + 60_000;
const silent = (): void => {};

const db = await openStore();
const epoch = await startEpoch(db);
beforeEach(async () => {
  await db`truncate inngest_engine.runs, inngest_engine.events cascade`;
});

async function storeEvent(id: string, name: string, data: object = {}): Promise<void> {
  const payload = JSON.stringify({ id, name, data });
  await storeEvents(db, [newEvent(id, { name, payload })], now);
  await db.begin((tx) => markRouted(tx, [id], now));
}

async function startRun(id: string): Promise<void> {
  await storeEvent(`start-${id}`, "start", { id });
  const run = newRun(id, { eventId: `start-${id}`, startAt: now });
  await db.begin((tx) => startRuns(tx, [{ run, cancelOn: [] }], now));
}

/** A run whose only step waits for "answer" until the end of a minute. */
async function startWaiting(id: string): Promise<void> {
  await startRun(id);
  const wait = { eventName: "answer", condition: null, matchLabel: null, sends: null };
  const change: StepChange = {
    stepId: "step",
    name: "step",
    kind: "wait",
    result: { status: "waiting", untilMs: endMs, wait },
    resumesAlone: false,
    startedAtMs: nowMs,
    endedAtMs: null,
  };
  await db.begin(async (tx) => {
    await tx`delete from inngest_engine.jobs where run_id = ${id}`;
    await writeSteps(tx, id, [change], now);
  });
}

const waker = (atMs = nowMs) =>
  createWaker({ db, now: () => atMs, judge: createJudge(() => atMs, silent), log: silent });

async function claimOne(atMs: number): Promise<Job> {
  const [job] = await claim(db, { epoch, now: new Date(atMs) });
  if (!job) throw new Error("no job");
  return job;
}

/** Holds the run's row until all of these wait for it, in this order, and lets them go. */
async function race<Results extends readonly (() => Promise<unknown>)[]>(
  runId: string,
  contenders: Results,
): Promise<unknown[]> {
  let running: Promise<unknown>[] = [];
  await db.begin(async (tx) => {
    await tx`select 1 from inngest_engine.runs where id = ${runId} for update`;
    for (const contender of contenders) {
      running = [...running, contender()];
      await until("the contender to wait for the row", async () => (await countBlocked()) === running.length);
    }
  });
  return await Promise.all(running);
}

async function countBlocked(): Promise<number> {
  const rows = await db<{ blocked: number }[]>`
    select count(*)::integer as blocked from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  return rows[0]?.blocked ?? 0;
}

const stateOf = async (runId: string) => ({
  run: (await db`select status from inngest_engine.runs where id = ${runId}`)[0]?.status as string,
  step: (await db`select data from inngest_engine.steps where run_id = ${runId}`)[0]?.data as string | null,
  jobs: (await db`select kind from inngest_engine.jobs where run_id = ${runId}`).map(
    ({ kind }) => kind as string,
  ),
  waits: (await db`select id from inngest_engine.waits where run_id = ${runId}`).length,
});

/** A run for each order in which two contenders come. */
const bothOrders = [
  ["A", true],
  ["B", false],
] as const;
const settleTimeout = (job: Job) => () =>
  applySettlement(db, { ...timeUp(job, endMs), epoch, now: new Date(endMs) });

test("of an event and a timeout at the same time the first wins and the other finds nothing to do", async () => {
  for (const [id, isEventFirst] of bothOrders) {
    await startWaiting(id);
    const timeout = settleTimeout(await claimOne(endMs));
    await storeEvent(`answer-${id}`, "answer");
    const event = () => waker()(1);
    await race(id, isEventFirst ? [event, timeout] : [timeout, event]);
    const { run, step, jobs, waits } = await stateOf(id);
    expect({ run, jobs, waits }).toEqual({ run: "running", jobs: ["run"], waits: 0 });
    expect(JSON.parse(step ?? "")).toEqual(
      isEventFirst ? expect.objectContaining({ id: `answer-${id}` }) : null,
    );
    await db`delete from inngest_engine.jobs`;
  }
});

test("of two events for one wait the first is remembered, also where two leaders look at once", async () => {
  await startWaiting("A");
  await storeEvent("answer-1", "answer");
  await storeEvent("answer-2", "answer");
  await db`update inngest_engine.events set waking_from = null where id = 'answer-2'`;
  const second = async (): Promise<void> => {
    await db`update inngest_engine.events set waking_from = 0 where id = 'answer-2'`;
    await waker()(1);
  };
  await race("A", [() => waker()(1), second]);
  const { step, jobs, waits } = await stateOf("A");
  expect({ jobs, waits }).toEqual({ jobs: ["run"], waits: 0 });
  expect(JSON.parse(step ?? "")).toMatchObject({ id: "answer-1" });
});

test("of a cancellation and an answer at the same time the first wins", async () => {
  for (const [id, isCancelFirst] of bothOrders) {
    await startRun(id);
    const job = await claimOne(nowMs);
    const settlement: Settlement = { kind: "completed", output: "done", changes: [] };
    const settle = () => applySettlement(db, { job, settlement, call: null, epoch, now });
    const cancel = () => cancelRun(db, id, now);
    const results = await race(id, isCancelFirst ? [cancel, settle] : [settle, cancel]);
    expect(results).toEqual(
      isCancelFirst
        ? [{ kind: "cancelled", functionId: "app-f" }, "stale"]
        : ["applied", { kind: "ended", status: "completed" }],
    );
    expect(await stateOf(id)).toMatchObject({ run: isCancelFirst ? "cancelled" : "completed", jobs: [] });
  }
});

test("of a cancellation and an event that a step waits for, the cancellation is what remains", async () => {
  for (const [id, isCancelFirst] of bothOrders) {
    await startWaiting(id);
    await storeEvent(`answer-${id}`, "answer");
    const cancel = () => cancelRun(db, id, now);
    const event = () => waker()(1);
    await race(id, isCancelFirst ? [cancel, event] : [event, cancel]);
    expect(await stateOf(id)).toMatchObject({ run: "cancelled", jobs: [], waits: 0 });
  }
});

test("an event that came after a wait's time is too late, though the timeout was not looked at yet", async () => {
  await startWaiting("A");
  await storeEvent("late", "answer");
  await db`update inngest_engine.events set received_at = ${new Date(endMs)} where id = 'late'`;
  await waker(endMs)(1);
  expect(await stateOf("A")).toMatchObject({ jobs: ["timeout"], waits: 1 });
});

test("an event that an earlier leader routed but did not bring to its runs is brought by the next one", async () => {
  await startWaiting("A");
  await storeEvent("answer", "answer");
  expect(await waker()(0)).toBe(1);
  expect(await stateOf("A")).toMatchObject({ jobs: ["run"], waits: 0 });
});

test("an event that many runs wait for is looked at a bounded number of waits at a time, until all have it", async () => {
  const total = 2 * waitsSeenPerPass + 50;
  await storeEvent("start", "start");
  await db`
    insert into inngest_engine.runs (id, function_id, event_id, status, attempts_max, limit_keys, limits, started_at,
      rerun_of_run_id)
    select 'run-' || n, 'app-f', 'start', 'running', 1, '{}', '{}', ${now}, 'x' from generate_series(1, ${total}) n`;
  await db`
    insert into inngest_engine.steps (run_id, step_id, name, status, resumes_alone, kind)
    select 'run-' || n, 'step', 'step', 'waiting', false, 'wait' from generate_series(1, ${total}) n`;
  await db`
    insert into inngest_engine.waits (run_id, step_id, event_name, started_at)
    select 'run-' || n, 'step', 'answer', ${now} from generate_series(1, ${total}) n`;
  await storeEvent("answer", "answer");
  const countWaits = async (): Promise<number> => (await db`select 1 from inngest_engine.waits`).length;
  const wake = waker();
  expect(await wake(1)).toBe(1);
  expect(await countWaits()).toBe(total - waitsSeenPerPass);
  // A wait that begins meanwhile came after the event.
  await startWaiting("late");
  expect(await wake(0)).toBe(1);
  expect(await wake(0)).toBe(1);
  expect(await wake(0)).toBe(0);
  expect(await countWaits()).toBe(1);
  expect(await stateOf("late")).toMatchObject({ jobs: ["timeout"], waits: 1 });
});

test("among 100,000 waits for events of one name, those of one value are found without reading the others", async () => {
  await startRun("A");
  await db`
    insert into inngest_engine.waits (run_id, step_id, event_name, match_label, started_at)
    select 'A', 'step-' || n, 'answer', 'label-' || n, ${now} from generate_series(1, 100000) n`;
  await db`analyze inngest_engine.waits`;
  const labels = Array.from({ length: 20 }, (_, at) => `label-${at * 4_000 + 17}`);
  const search = {
    event: { receivedAt: now, arrival: String(2n ** 60n), wakingFrom: "0" },
    places: [
      ...labels.map((label) => ({ kind: "label" as const, eventName: "answer", label })),
      { kind: "plain" as const, eventName: "answer" },
    ],
    limit: waitsSeenPerPass,
  };
  expect(await findWaits(db, search)).toHaveLength(labels.length);
  const rows = await db<{ "QUERY PLAN": [{ Plan: Record<string, unknown> }] }[]>`
    explain (analyze, buffers, format json) ${findWaits(db, search)}`;
  const plan = rows[0]?.["QUERY PLAN"][0].Plan ?? {};
  const text = JSON.stringify(plan);
  expect(text).toContain('"waits_by_event"');
  expect(Number(plan["Shared Hit Blocks"]) + Number(plan["Shared Read Blocks"])).toBeLessThan(400);
});
