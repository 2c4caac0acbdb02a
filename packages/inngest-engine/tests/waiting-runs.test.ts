import postgres from "postgres";
import { expect, test } from "vitest";
import { completeRuns } from "../src/store/complete";
import { writeCheckpoints } from "../src/store/checkpoint";
import { planSettings } from "../src/store/connection";
import { takeEvents } from "../src/store/intake";
import { listParkedKeys } from "../src/store/jobs";
import { startEpoch } from "../src/store/leader";
import { claim, newEvent, newRun, openStore, returnedCall } from "../testing/store";
import { seedWaitingRuns } from "../testing/waiting-runs";

const waiting = 100_000;
/** As often as it takes for Postgres to settle on a plan that does not depend on the parameters. */
const warmUps = 8;
/** Deeper indexes: each look into one of them may read one or two blocks more than into an empty one. */
const growthMax = 2;

const now = new Date();
let databaseUrl = "";
// One connection, so that what it read can be told from what others read.
const db = await openStore((url) => {
  databaseUrl = url;
  return postgres(url, { max: 1, onnotice: () => {}, connection: planSettings });
});

/** Blocks of the engine's tables and indexes that this connection has touched so far. */
async function blocksTouched(): Promise<number> {
  await db`select pg_stat_force_next_flush()`;
  const rows = await db<{ blocks: string }[]>`
    select sum(coalesce(heap_blks_hit, 0) + coalesce(heap_blks_read, 0)
      + coalesce(idx_blks_hit, 0) + coalesce(idx_blks_read, 0)) as blocks
    from pg_statio_user_tables where schemaname = 'inngest_engine'`;
  return Number(rows[0]?.blocks);
}

let runCount = 0;
/** One run from its event to its end, by way of the queue; returns the blocks that each statement touched. */
async function oneRun(epoch: number): Promise<Record<string, number>> {
  runCount += 1;
  const [eventId, runId] = [`event-${runCount}`, `run-${runCount}`];
  const event = newEvent(eventId);
  const run = { ...newRun(runId, { eventId, startAt: now }), isLeased: false };
  const touched: Record<string, number> = {};
  const measured = async <Result>(what: string, statement: () => Promise<Result>): Promise<Result> => {
    const before = await blocksTouched();
    const result = await statement();
    touched[what] = (await blocksTouched()) - before;
    return result;
  };
  await measured("event", () => takeEvents(db, [{ ...event, starts: [run] }], { epoch, now }));
  const jobs = await measured("claim", () => claim(db, { epoch, now }));
  const job = jobs[0]!;
  expect(jobs.map((claimed) => claimed.runId)).toEqual([runId]);
  const step = { name: "s", kind: "run", resumesAlone: false, startedAtMs: 0, endedAtMs: 0 } as const;
  const changes = [{ ...step, stepId: "s", result: { status: "done" as const, data: 1 } }];
  await measured("checkpoint", () =>
    writeCheckpoints(db, [{ runId, functionId: run.functionId, jobId: job.id, dispatch: 1, changes }], now),
  );
  const call = returnedCall(now);
  const ended = await measured("end", () => completeRuns(db, [{ job, output: 1, call }], { epoch, now }));
  expect(ended.size).toBe(1);
  await measured("keys", () => listParkedKeys(db, "", 10));
  return touched;
}

test("however many runs sleep, wait or are parked, a run costs the same few blocks", async () => {
  const epoch = await startEpoch(db);
  for (let at = 0; at < warmUps; at += 1) await oneRun(epoch);
  const alone = await oneRun(epoch);
  await seedWaitingRuns(databaseUrl, waiting);
  for (let at = 0; at < warmUps; at += 1) await oneRun(epoch);
  const amongMany = await oneRun(epoch);
  for (const [what, blocks] of Object.entries(amongMany)) {
    expect(blocks, `${what}: ${alone[what]} blocks before`).toBeLessThanOrEqual(
      growthMax * (alone[what] ?? 0) + 20,
    );
  }
});
