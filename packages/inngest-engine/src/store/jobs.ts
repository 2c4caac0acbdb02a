import { leaseMs } from "../limits";
import type { Queryable } from "./connection";
import { fenceOf } from "./leader";

export interface Job {
  id: string;
  runId: string;
  kind: "run" | "step" | "sleep" | "timeout";
  stepId: string | null;
  /** Of a timeout: what the step waits for. */
  stepKind: "wait" | "invoke" | null;
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
  /** Of the concurrency limits in which it takes a place. */
  limitKeys: string[];
}

/** The name of a call and of its checkpoints: the job, and which dispatch of it. */
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

export interface Claim {
  jobs: Job[];
  /** Limit keys on which this claim parked jobs. */
  parkedOn: string[];
}

/**
 * Takes due jobs for this leader, oldest first, and within every concurrency limit. Only the leader of this epoch gets
 * any: the shared lock on its row orders this against the next leader's election. A job is free where it was never
 * taken, was taken under an earlier epoch (that leader is gone), or its lease ran out. `inFlight` names jobs this
 * process is still calling for, which a clock that jumps must not hand out twice. No jobs means nothing to do now, or
 * no longer the leader.
 *
 * It looks at the `window` oldest ready jobs and at the oldest parked on each of the `freed` keys, as many as there is
 * room for. A ready job without room is parked: it leaves the index of ready ones and comes back only through its key,
 * so that a queue behind a limit costs the other jobs nothing.
 *
 * Measured (waiting-runs.test.ts): one job is claimed in 67 blocks while 100,000 runs sleep, wait or are parked, and in 35
 * with none. On embedded PostgreSQL 18.4 with 30,000 jobs ready and 30,000 runs waiting, one job takes 2 ms at best and
 * 4 ms in the median of 200, and 40 jobs take 3 ms and 7 ms, on two cores busy with other work. Hence the shape: each
 * candidate comes from one partial index in its order, every intermediate result is materialized so that the planner
 * cannot join the queue in another order, and one round trip claims, parks and reads what the call needs.
 */
export async function claimJobs(
  db: Queryable,
  options: {
    epoch: number;
    now: Date;
    limit: number;
    window: number;
    freed: readonly string[];
    inFlight: readonly string[];
    /** Limit keys in which a job that is being stored takes a place, one entry for each place. */
    reserved: readonly string[];
  },
): Promise<Claim> {
  const { epoch, now, limit, window } = options;
  const inFlight = options.inFlight.join(",");
  const rows = await db<(Job & { parkedOn: string[] | null })[]>`
    with ${fenceOf(db, epoch)}, used as materialized (
      select key, count(*)::integer as calls
      from (
        select unnest(job.limit_keys) as key from inngest_engine.jobs job
        where job.leased_by_epoch = ${epoch}
          and (job.leased_until > ${now} or job.id = any (string_to_array(${inFlight}, ',')::bigint[]))
        -- A job that has just been stored may count twice: it waits one look longer then, and never exceeds the limit.
        union all select unnest(string_to_array(${options.reserved.join(",")}, ','))
      ) as place
      group by key
    ), ready as materialized (
      select job.id, job.run_at, job.limit_keys, job.limits, job.parked_on
      from inngest_engine.jobs job, fence
      where job.run_at <= ${now} and job.parked_on is null
        and (job.leased_by_epoch is distinct from ${epoch} or job.leased_until <= ${now})
        and job.id <> all (string_to_array(${inFlight}, ',')::bigint[])
      order by job.run_at, job.id limit ${window}
      for update of job skip locked
    ), freed as materialized (
      select parked.*
      from fence, unnest(string_to_array(${options.freed.join(",")}, ',')) as free(key) left join used using (key)
        cross join lateral (
          select job.limits[array_position(job.limit_keys, free.key)] as max from inngest_engine.jobs job
          where job.parked_on = free.key order by job.run_at, job.id limit 1
        ) as oldest
        cross join lateral (
          select job.id, job.run_at, job.limit_keys, job.limits, job.parked_on from inngest_engine.jobs job
          where job.parked_on = free.key order by job.run_at, job.id
          limit greatest(0, least(oldest.max - coalesce(used.calls, 0), ${window}))
          for update of job skip locked
        ) as parked
    ), candidates as (
      select * from ready union all select * from freed
    ), ranked as (
      select candidate.id, place.key, place.max - coalesce(used.calls, 0)
          - row_number() over (partition by place.key order by candidate.run_at, candidate.id) as room
      from candidates candidate, unnest(candidate.limit_keys, candidate.limits) as place(key, max)
        left join used using (key)
    ), full_up as materialized (
      select id, min(key) as key from ranked where room < 0 group by id
    ), parked as (
      update inngest_engine.jobs job set parked_on = full_up.key, leased_by_epoch = null, leased_until = null
      from candidates candidate join full_up using (id)
      where job.id = candidate.id and candidate.parked_on is distinct from full_up.key
      returning job.parked_on
    ), chosen as materialized (
      select id from candidates where not exists (select 1 from full_up where full_up.id = candidates.id)
      order by run_at, id limit ${limit}
    ), leased as (
      update inngest_engine.jobs job
      set leased_by_epoch = ${epoch}, leased_until = ${new Date(now.getTime() + leaseMs)},
        dispatch = job.dispatch + 1, parked_on = null
      from chosen, inngest_engine.runs run, inngest_engine.events event
      where job.id = chosen.id and run.id = job.run_id and event.id = run.event_id
      returning job.id, job.run_id as "runId", job.kind, job.step_id as "stepId", job.dispatch, job.attempt,
        case when job.kind = 'timeout' then (
          select step.kind from inngest_engine.steps step where step.run_id = job.run_id and step.step_id = job.step_id
        ) end as "stepKind",
        job.lost_calls as "lostCalls", job.limit_keys as "limitKeys", run.function_id as "functionId",
        run.attempts_max as "attemptsMax", run.plan_only as "planOnly", event.payload as event,
        exists (select 1 from inngest_engine.steps step where step.run_id = run.id) as "hasSteps"
    )
    select leased.*, news."parkedOn"
    from (select array_agg(distinct parked_on) as "parkedOn" from parked) as news left join leased on true`;
  return {
    jobs: rows.filter(({ id }) => id !== null),
    parkedOn: rows[0]?.parkedOn ?? [],
  };
}

/**
 * Limit keys with parked jobs, in their order, from after the given one: a place that was freed unseen is found by
 * going through them. Each costs one look into the index, however many jobs are parked.
 */
export async function listParkedKeys(db: Queryable, after: string, limit: number): Promise<string[]> {
  const rows = await db<{ key: string }[]>`
    with recursive parked as (
      (select parked_on as key from inngest_engine.jobs where parked_on > ${after} order by parked_on limit 1)
      union all
      select (
        select job.parked_on from inngest_engine.jobs job
        where job.parked_on > parked.key order by job.parked_on limit 1
      ) from parked where parked.key is not null
    )
    select key from parked where key is not null limit ${limit}`;
  return rows.map(({ key }) => key);
}

/** The finished steps of a run in the order in which they finished. */
export async function listFinishedSteps(db: Queryable, runId: string): Promise<StepRow[]> {
  return await db<StepRow[]>`
    select step_id as "stepId", data, error from inngest_engine.steps
    where run_id = ${runId} and finished_order is not null order by finished_order`;
}
