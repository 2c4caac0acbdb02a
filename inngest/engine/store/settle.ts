import type { RunError } from "../dispatch/answer";
import { engineError } from "../dispatch/answer";
import { canonicalJson } from "../app/canonical";
import { ulid } from "../ids";
import { stepsPerRunMax } from "../limits";
import type { Settlement, StepChange } from "../dispatch/settlement";
import type { Db, Tx } from "./connection";
import { storeEvents } from "./events";
import type { Job } from "./jobs";

const failedEventName = "inngest/function.failed";

interface Applied {
  db: Db;
  job: Job;
  epoch: number;
  now: Date;
  settlement: Settlement;
}

/**
 * Applies one settlement in one transaction. `stale` means that nothing was written: the run has ended, or another
 * leader took the job. Every path locks the run's row first, so that two steps of one run settle one after the other.
 */
export async function applySettlement(options: Applied): Promise<"applied" | "stale"> {
  const { db, job, epoch, now, settlement } = options;
  return await db.begin(async (tx) => {
    const running = await tx`
      select id from inngest_engine.runs where id = ${job.runId} and status = 'running' for update`;
    if (running.length === 0) return "stale";
    if (settlement.kind === "again") return await putBack(tx, options, settlement);
    const held = await tx`
      delete from inngest_engine.jobs where id = ${job.id} and leased_by_epoch = ${epoch} returning id`;
    if (held.length === 0) return "stale";
    switch (settlement.kind) {
      case "completed":
        await endRun(tx, job.runId, { status: "completed", output: settlement.output, error: null, now });
        break;
      case "failed":
        await failRun(tx, job, settlement.error, now);
        break;
      case "advanced":
        await advanceRun(tx, job, settlement.changes, now);
        break;
      default:
        return settlement satisfies never;
    }
    return "applied";
  });
}

async function putBack(
  tx: Tx,
  { job, epoch }: Applied,
  settlement: Extract<Settlement, { kind: "again" }>,
): Promise<"applied" | "stale"> {
  const { runAtMs, costsAttempt, countsAsLost } = settlement;
  const kept = await tx`
    update inngest_engine.jobs
    set attempt = attempt + ${costsAttempt ? 1 : 0}, lost_calls = lost_calls + ${countsAsLost ? 1 : 0},
      run_at = ${new Date(runAtMs)}, leased_by_epoch = null, leased_until = null
    where id = ${job.id} and leased_by_epoch = ${epoch} returning id`;
  return kept.length > 0 ? "applied" : "stale";
}

/** Ends the run and drops what it still had planned, such as the losers of a race. */
async function endRun(
  tx: Tx,
  runId: string,
  end: { status: "completed" | "failed"; output: unknown; error: RunError | null; now: Date },
): Promise<void> {
  await tx`
    update inngest_engine.runs
    set status = ${end.status}, output = ${end.error ? null : JSON.stringify(end.output ?? null)},
      error = ${end.error && JSON.stringify(end.error)}, ended_at = ${end.now}
    where id = ${runId}`;
  await tx`delete from inngest_engine.jobs where run_id = ${runId}`;
}

/** A failed run sends inngest/function.failed, which starts its onFailure function; such a function's own failure sends none. */
async function failRun(tx: Tx, job: Job, error: RunError, now: Date): Promise<void> {
  await endRun(tx, job.runId, { status: "failed", output: null, error, now });
  const event = JSON.parse(job.event) as { name?: string };
  if (event.name === failedEventName) return;
  const id = ulid(now.getTime());
  const payload = canonicalJson({
    id,
    name: failedEventName,
    ts: now.getTime(),
    data: {
      function_id: job.functionId,
      run_id: job.runId,
      error,
      event,
      events: [event],
      _inngest: { status: "Failed" },
    },
  });
  await storeEvents(tx, [{ id, name: failedEventName, payload, dedupeKey: null, onlyFunctionId: null }], now);
}

/** Writes what the answer reported, then calls the function again unless part of a parallel group is still open. */
async function advanceRun(tx: Tx, job: Job, changes: readonly StepChange[], now: Date): Promise<void> {
  const resuming: boolean[] = [];
  for (const change of changes) {
    const written = await writeStep(tx, job.runId, change, now);
    if (written && isFinished(change)) resuming.push(written.resumesAlone);
  }
  if (changes.length > 1) {
    await tx`update inngest_engine.runs set plan_only = true where id = ${job.runId}`;
  }
  const rows = await tx<{ steps: number; open: number; jobs: boolean }[]>`
    select count(*)::integer as steps,
      (count(*) filter (where finished_order is null and not resumes_alone))::integer as open,
      exists (select 1 from inngest_engine.jobs where run_id = ${job.runId}) as jobs
    from inngest_engine.steps where run_id = ${job.runId}`;
  const { steps, open, jobs } = rows[0] ?? { steps: 0, open: 0, jobs: false };
  if (steps > stepsPerRunMax) {
    return await failRun(tx, job, engineError(`The run has more than ${stepsPerRunMax} steps.`), now);
  }
  if (resuming.includes(true) || (resuming.length > 0 && open === 0)) {
    await enqueue(tx, { runId: job.runId, kind: "run", stepId: null, runAt: now });
  } else if (!jobs) {
    await failRun(
      tx,
      job,
      engineError("The app asked for nothing new, and nothing is left to wait for."),
      now,
    );
  }
}

/** Null where there was nothing to write: a finished step never changes, and calls that cross report open ones twice. */
async function writeStep(
  tx: Tx,
  runId: string,
  change: StepChange,
  now: Date,
): Promise<{ resumesAlone: boolean } | null> {
  const { stepId, name, result, resumesAlone } = change;
  const data = result.status === "done" ? JSON.stringify(result.data ?? null) : null;
  const error = result.status === "failed" ? JSON.stringify(result.error) : null;
  const rows = await tx<{ resumesAlone: boolean }[]>`
    insert into inngest_engine.steps as known
      (run_id, step_id, name, status, data, error, resumes_alone, finished_order)
    values (${runId}, ${stepId}, ${name}, ${result.status}, ${data}, ${error}, ${resumesAlone},
      ${isFinished(change) ? tx`nextval('inngest_engine.step_order')` : null})
    on conflict (run_id, step_id) do update
      set status = excluded.status, data = excluded.data, error = excluded.error,
        finished_order = excluded.finished_order
      where known.finished_order is null and excluded.finished_order is not null
    returning resumes_alone as "resumesAlone"`;
  const written = rows[0];
  if (!written) return null;
  if (result.status === "sleeping") {
    await enqueue(tx, { runId, kind: "sleep", stepId, runAt: new Date(result.untilMs) });
  } else if (result.status === "planned") {
    await enqueue(tx, { runId, kind: "step", stepId, runAt: now });
  }
  return written;
}

async function enqueue(
  tx: Tx,
  job: { runId: string; kind: Job["kind"]; stepId: string | null; runAt: Date },
): Promise<void> {
  // Sleeping takes no place in a concurrency limit.
  await tx`
    insert into inngest_engine.jobs (run_id, kind, step_id, limit_keys, limits, run_at)
    select id, ${job.kind}, ${job.stepId},
      case when ${job.kind} = 'sleep' then '{}' else limit_keys end,
      case when ${job.kind} = 'sleep' then '{}' else limits end, ${job.runAt}
    from inngest_engine.runs where id = ${job.runId}
    on conflict (run_id, step_id) where step_id is not null do nothing`;
}

function isFinished(change: StepChange): boolean {
  return change.result.status === "done" || change.result.status === "failed";
}
