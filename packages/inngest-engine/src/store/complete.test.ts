import { expect, test } from "vitest";
import { claim, openStore, returnedCall, startRuns } from "../../testing/store";
import { completeRuns } from "./complete";
import type { Job } from "./jobs";
import { startEpoch } from "./leader";

const now = new Date("2026-01-05T08:00:00.000Z");
const db = await openStore();

/** One run for each id, and their jobs, leased under a new epoch. */
async function startLeased(...ids: string[]): Promise<{ epoch: number; jobs: Job[] }> {
  await startRuns(db, ids, now);
  const epoch = await startEpoch(db);
  const jobs = await claim(db, { epoch, now });
  expect(jobs.map(({ runId }) => runId)).toEqual(ids);
  return { epoch, jobs };
}

const completionOf = (job: Job) => ({ job, output: { of: job.runId }, call: returnedCall(now) });
const states = async (...ids: string[]): Promise<unknown[]> => {
  const rows = await db`select status, output from inngest_engine.runs where id = any (${ids}) order by id`;
  return rows.map(({ status, output }) => [status, output]);
};

test("runs end together, each with its own output and one call in its history", async () => {
  const { epoch, jobs } = await startLeased("a", "b");
  const written = await completeRuns(db, jobs.map(completionOf), { epoch, now });
  expect(written).toEqual(new Set(jobs.map(({ id }) => id)));
  expect(await states("a", "b")).toEqual([
    ["completed", '{"of":"a"}'],
    ["completed", '{"of":"b"}'],
  ]);
  const calls = await db`select run_id, outcome from inngest_engine.calls order by run_id`;
  expect(calls.map((call) => [call.run_id, call.outcome])).toEqual([
    ["a", "returned"],
    ["b", "returned"],
  ]);
  expect(await db`select id from inngest_engine.jobs`).toHaveLength(0);
  expect(await completeRuns(db, jobs.map(completionOf), { epoch, now })).toEqual(new Set());
});

test("a run with another job, an open step, an earlier dispatch, an earlier epoch or an end is left alone", async () => {
  const { epoch, jobs } = await startLeased("alone", "ended", "late", "sibling", "step");
  await db`insert into inngest_engine.jobs (run_id, kind, run_at) values ('sibling', 'run', ${now})`;
  await db`
    insert into inngest_engine.steps (run_id, step_id, name, status, resumes_alone)
    values ('step', 's', 's', 'planned', false)`;
  await db`update inngest_engine.jobs set dispatch = dispatch + 1 where run_id = 'late'`;
  await db`update inngest_engine.runs set status = 'failed', ended_at = ${now} where id = 'ended'`;
  const completions = jobs.map(completionOf);
  expect(await completeRuns(db, completions, { epoch: epoch - 1, now })).toEqual(new Set());
  const written = await completeRuns(db, completions, { epoch, now });
  expect(written).toEqual(new Set([jobs[0]?.id]));
  expect(await states("alone", "ended", "late", "sibling", "step")).toEqual([
    ["completed", '{"of":"alone"}'],
    ["failed", null],
    ["running", null],
    ["running", null],
    ["running", null],
  ]);
  const calls = await db`select run_id from inngest_engine.calls where run_id <> all (${["a", "b"]})`;
  expect(calls.map((call) => call.run_id)).toEqual(["alone"]);
});
