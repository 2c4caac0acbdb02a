import type { StepChange } from "../dispatch/settlement";
import { leaseMs, stepsPerRunMax } from "../limits";
import type { Db } from "./connection";
import { latestOf, stepRow } from "./steps";

/** Finished steps that the app reports while its call goes on. */
export interface Checkpoint {
  runId: string;
  functionId: string;
  jobId: string;
  dispatch: number;
  changes: StepChange[];
}

export type CheckpointOutcome = "written" | "no_such_run" | "run_ended" | "stale" | "too_many_steps";

/**
 * Remembers the steps of several calls in one statement; all or nothing of each. A call counts while its dispatch is
 * its job's last and holds the lease, whoever leads: the lease is extended, and attempts start again, because a step
 * has finished. Any engine may do this; the run's row is locked, as by every settlement.
 *
 * Measured (waiting-runs.test.ts): a step is remembered in 29 blocks while 100,000 runs sleep, wait or are parked, and in
 * 19 with none.
 */
export async function writeCheckpoints(
  db: Db,
  checkpoints: readonly Checkpoint[],
  now: Date,
): Promise<CheckpointOutcome[]> {
  const checkpointRows = JSON.stringify(
    checkpoints.map((checkpoint, at) => ({ at, ...checkpoint, changes: undefined })),
  );
  const steps = JSON.stringify(
    checkpoints.flatMap(({ runId, changes }, at) =>
      latestOf(changes).map((change) => ({ at, runId, ...stepRow(change) })),
    ),
  );
  const rows = await db<{ at: number; outcome: CheckpointOutcome }[]>`
    with input as materialized (
      select * from json_to_recordset(${checkpointRows}::text::json)
        as g(at integer, "runId" text, "functionId" text, "jobId" bigint, dispatch integer)
    ), run as materialized (
      select id, function_id from inngest_engine.runs
      where id in (select "runId" from input) and status = 'running' order by id for update
    ), room as materialized (
      select input.at,
        (select count(*) from inngest_engine.steps step where step.run_id = run.id) < ${stepsPerRunMax} as is_left
      from input join run on run.id = input."runId" and run.function_id = input."functionId"
    ), own_job as (
      update inngest_engine.jobs job
      set leased_until = ${new Date(now.getTime() + leaseMs)}, attempt = 0, lost_calls = 0
      from input join room using (at)
      where job.id = input."jobId" and job.run_id = input."runId" and job.dispatch = input.dispatch
        and job.leased_by_epoch is not null and room.is_left
      returning input.at
    ), written as (
      insert into inngest_engine.steps as step
        (run_id, step_id, name, kind, status, data, error, resumes_alone, finished_order, started_at, ended_at)
      select s."runId", s."stepId", s.name, s.kind, s.status, s.data, s.error, s."resumesAlone",
        nextval('inngest_engine.step_order'), s."startedAt", s."endedAt"
      from json_to_recordset(${steps}::text::json) as s(at integer, "runId" text, "stepId" text, name text, kind text,
          status text, data text, error text, "resumesAlone" boolean, "startedAt" timestamptz, "endedAt" timestamptz)
        join own_job using (at)
      on conflict (run_id, step_id) do update
        set status = excluded.status, data = excluded.data, error = excluded.error,
          finished_order = excluded.finished_order, ended_at = excluded.ended_at,
          started_at = coalesce(step.started_at, excluded.started_at)
        where step.finished_order is null
    )
    select input.at, case
      when own_job.at is not null then 'written'
      when room.is_left is false then 'too_many_steps'
      when run.id is not null then 'stale'
      when exists (select 1 from inngest_engine.runs other where other.id = input."runId") then 'run_ended'
      else 'no_such_run' end as outcome
    from input left join own_job using (at) left join room using (at) left join run on run.id = input."runId"
    order by input.at`;
  return rows.map(({ outcome }) => outcome);
}
