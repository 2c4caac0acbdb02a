import { leaseMs } from "../limits";
import type { Queryable } from "./connection";

export interface Job {
  id: string;
  runId: string;
  kind: "run" | "step" | "sleep";
  stepId: string | null;
  /** Counts up with each claim: an answer to an earlier one is stale. */
  dispatch: number;
  /** Counts from zero and starts again with each job. */
  attempt: number;
  lostCalls: number;
  functionId: string;
  attemptsMax: number;
  planOnly: boolean;
  /** Canonical JSON of the event that started the run. */
  event: string;
  hasSteps: boolean;
}

/** What a call names itself by, and its checkpoints with it: the job and which dispatch of it. */
export function dispatchName({ id, dispatch }: Pick<Job, "id" | "dispatch">): string {
  return `${id}.${dispatch}`;
}

/** Null where the text is no such name. */
export function readDispatchName(text: string): { jobId: string; dispatch: number } | null {
  const [, jobId, dispatch] = /^(\d{1,18})\.(\d{1,9})$/.exec(text) ?? [];
  return jobId && dispatch ? { jobId, dispatch: Number(dispatch) } : null;
}

export interface StepRow {
  stepId: string;
  data: string | null;
  error: string | null;
}

/**
 * Takes due jobs for this leader, oldest first, and within every concurrency limit. Only the leader of this epoch gets
 * any: the shared lock on its row orders this against the next leader's election. A job is free where it was never
 * taken, was taken under an earlier epoch (that leader is gone), or its lease ran out. `inFlight` names jobs this
 * process is still calling for, which a clock that jumps must not hand out twice. Empty means nothing to do now, or no
 * longer the leader.
 */
export async function claimJobs(
  db: Queryable,
  options: { epoch: number; now: Date; limit: number; inFlight: readonly string[] },
): Promise<Job[]> {
  const { epoch, now, limit } = options;
  const inFlight = options.inFlight.join(",");
  return await db<Job[]>`
    with fence as materialized (
      select epoch from inngest_engine.leadership where epoch = ${epoch} for share
    ), used as materialized (
      select used.key, count(*) as calls
      from inngest_engine.jobs job, unnest(job.limit_keys) as used(key)
      where job.leased_by_epoch = ${epoch}
        and (job.leased_until > ${now} or job.id = any (string_to_array(${inFlight}, ',')::bigint[]))
      group by used.key
    ), due as materialized (
      select job.id, job.run_at, job.limit_keys, job.limits
      from inngest_engine.jobs job, fence
      where job.run_at <= ${now}
        and (job.leased_by_epoch is distinct from ${epoch} or job.leased_until <= ${now})
        and job.id <> all (string_to_array(${inFlight}, ',')::bigint[])
        and not exists (
          select 1 from unnest(job.limit_keys, job.limits) as wanted(key, max)
          join used using (key) where used.calls >= wanted.max
        )
      order by job.run_at, job.id limit ${limit}
      for update of job skip locked
    ), ranked as (
      select due.id, wanted.max - coalesce(used.calls, 0)
          - row_number() over (partition by wanted.key order by due.run_at, due.id) as room
      from due, unnest(due.limit_keys, due.limits) as wanted(key, max) left join used using (key)
    )
    update inngest_engine.jobs job
    set leased_by_epoch = ${epoch}, leased_until = ${new Date(now.getTime() + leaseMs)}, dispatch = job.dispatch + 1
    from due, inngest_engine.runs run, inngest_engine.events event
    where job.id = due.id and run.id = job.run_id and event.id = run.event_id
      and not exists (select 1 from ranked where ranked.id = due.id and ranked.room < 0)
    returning job.id, job.run_id as "runId", job.kind, job.step_id as "stepId", job.dispatch,
      job.attempt, job.lost_calls as "lostCalls", run.function_id as "functionId", run.attempts_max as "attemptsMax",
      run.plan_only as "planOnly", event.payload as event,
      exists (select 1 from inngest_engine.steps step where step.run_id = run.id) as "hasSteps"`;
}

/** The finished steps of a run in the order in which they finished. */
export async function listFinishedSteps(db: Queryable, runId: string): Promise<StepRow[]> {
  return await db<StepRow[]>`
    select step_id as "stepId", data, error from inngest_engine.steps
    where run_id = ${runId} and finished_order is not null order by finished_order`;
}
