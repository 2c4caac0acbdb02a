import { engineError } from "../dispatch/answer";
import type { CallRecord } from "../dispatch/call-record";
import type { Settlement } from "../dispatch/settlement";
import { stepsPerRunMax } from "../limits";
import type { Db, Queryable, Tx } from "./connection";
import { fenceOf } from "./leader";
import type { Job } from "./jobs";
import { endRun, failRun } from "./run-end";
import { continueRun, readProgress, writeSteps } from "./steps";

export interface Settled {
  job: Job;
  settlement: Settlement;
  /** Null where no call was made, as when a sleep ends. */
  call: CallRecord | null;
}

type Applied = Settled & { epoch: number; now: Date; beforeCommit?: () => void | Promise<void> };

/**
 * Applies one settlement in one transaction. `stale` means that nothing was written: the run has ended, or the job was
 * taken again, by this leader or another, so that this answer is that of an earlier dispatch. Every path locks the
 * run's row first, so that two steps of one run settle one after the other.
 */
export async function applySettlement(db: Db, applied: Applied): Promise<"applied" | "stale"> {
  return await db.begin(async (tx) => {
    const outcome = await applyIn(tx, applied);
    await applied.beforeCommit?.();
    return outcome;
  });
}

async function applyIn(tx: Tx, applied: Applied): Promise<"applied" | "stale"> {
  const { job, settlement, now } = applied;
  if (settlement.kind === "again") return (await putBack(tx, applied, settlement)) ? "applied" : "stale";
  if (!(await takeOff(tx, applied))) return "stale";
  switch (settlement.kind) {
    case "completed":
      await writeSteps(tx, job.runId, settlement.changes, now);
      await endRun(tx, job.runId, { status: "completed", output: settlement.output }, now);
      break;
    case "failed":
      await failRun(tx, job, settlement.error, now);
      break;
    case "advanced":
      await advanceRun(tx, applied, settlement);
      break;
    default:
      return settlement satisfies never;
  }
  return "applied";
}

/** Removes the job; false where there is none such. */
function takeOff(tx: Tx, applied: Applied): Promise<boolean> {
  return changeJob(tx, applied, tx`delete from inngest_engine.jobs job using run`);
}

/** The same job again, for a later time. */
async function putBack(
  tx: Tx,
  applied: Applied,
  { runAtMs, costsAttempt, countsAsLost, changes }: Extract<Settlement, { kind: "again" }>,
): Promise<boolean> {
  const isHeld = await changeJob(
    tx,
    applied,
    tx`update inngest_engine.jobs job
      set attempt = attempt + ${costsAttempt ? 1 : 0}, lost_calls = lost_calls + ${countsAsLost ? 1 : 0},
        run_at = ${new Date(runAtMs)}, leased_by_epoch = null, leased_until = null
      from run`,
  );
  if (isHeld) await writeSteps(tx, applied.job.runId, changes, applied.now);
  return isHeld;
}

/** Locks the running run, changes the job of this very dispatch and notes the call; false where there is none such. */
async function changeJob(
  tx: Tx,
  { job, epoch, call }: Applied,
  change: ReturnType<Queryable>,
): Promise<boolean> {
  const rows = await tx`
    with ${fenceOf(tx, epoch)}, run as materialized (
      select id from inngest_engine.runs, fence where id = ${job.runId} and status = 'running' for update
    ), own_job as (
      ${change}
      where job.id = ${job.id} and job.run_id = run.id
        and job.leased_by_epoch = ${epoch} and job.dispatch = ${job.dispatch}
      returning job.run_id
    ), ${noteCall(tx, call)}
    select run_id from own_job`;
  return rows.length > 0;
}

/** The call's row in the run's history, in the statement that holds the job: a call that is not settled leaves none. */
function noteCall(tx: Tx, call: CallRecord | null) {
  if (!call) return tx`called as (select 1)`;
  return tx`called as (
    insert into inngest_engine.calls (run_id, step_id, attempt, started_at, ended_at, outcome, error)
    select run_id, ${call.stepId}, ${call.attempt}, ${call.startedAt}, ${call.endedAt}, ${call.outcome}, ${call.error}
    from own_job
  )`;
}

/** Writes what the answer reported, then calls the function again unless part of a parallel group is still open. */
async function advanceRun(
  tx: Tx,
  { job, now }: Applied,
  { changes, callsAgain }: Extract<Settlement, { kind: "advanced" }>,
): Promise<void> {
  const written = await writeSteps(tx, job.runId, changes, now);
  if (changes.length > 1) {
    await tx`update inngest_engine.runs set plan_only = true where id = ${job.runId}`;
  }
  const { steps, open, hasJobs } = await readProgress(tx, job.runId);
  if (steps > stepsPerRunMax) {
    return await failRun(tx, job, engineError(`The run has more than ${stepsPerRunMax} steps.`), now);
  }
  const finished = written.filter(({ isFinished }) => isFinished);
  const discovery = callsAgain ? [{ resumesAlone: true }] : [];
  const goesOn = await continueRun(tx, job.runId, { finished: [...finished, ...discovery], open, now });
  if (!goesOn && !hasJobs) {
    const nothing = "The app asked for nothing new, and nothing is left to wait for.";
    await failRun(tx, job, engineError(nothing), now);
  }
}
