import { callsShownMax, jobsShownMax, outputShownBytesMax, rerunsShownMax, stepsPerRunMax } from "../limits";
import type { CallRecord } from "../dispatch/call-record";
import type { Queryable } from "./connection";

/** The parts of one run, for people: its steps, the calls that were made for it, and what comes next. */

export interface StepRow {
  stepId: string;
  name: string;
  kind: "run" | "sleep" | "wait" | "invoke";
  status: "planned" | "sleeping" | "waiting" | "done" | "failed";
  startedAt: Date | null;
  endedAt: Date | null;
  /** When a sleep ends or a wait gives up. */
  untilAt: Date | null;
  data: string | null;
  error: string | null;
  isCut: boolean;
}

export interface JobRow {
  id: string;
  kind: "run" | "step" | "sleep" | "timeout";
  stepId: string | null;
  attempt: number;
  runAt: Date;
  isLeased: boolean;
  /** Behind which of the run's limits it waits, counted from zero as the function lists them; null: behind none. */
  parkedOn: number | null;
  parkedLimit: number | null;
}

export interface RunParts {
  steps: StepRow[];
  /** The last ones, oldest first. */
  calls: CallRecord[];
  callsTotal: number;
  jobs: JobRow[];
  /** Runs that people started from this one, newest first. */
  reruns: string[];
}

export async function readRunParts(db: Queryable, runId: string): Promise<RunParts> {
  // Steps that were never reached in time order have no start; those finished before times were kept go by their order.
  const steps = await db<StepRow[]>`
    select step_id as "stepId", name, kind, status, started_at as "startedAt", ended_at as "endedAt",
      until_at as "untilAt", case when octet_length(data) <= ${outputShownBytesMax} then data end as data, error,
      coalesce(octet_length(data) > ${outputShownBytesMax}, false) as "isCut"
    from inngest_engine.steps where run_id = ${runId}
    order by started_at nulls last, finished_order nulls last, step_id limit ${stepsPerRunMax + 1}`;
  const calls = await db<CallRecord[]>`
    select step_id as "stepId", attempt, started_at as "startedAt", ended_at as "endedAt", outcome, error
    from inngest_engine.calls where run_id = ${runId} order by id desc limit ${callsShownMax}`;
  const counted = await db<{ total: number }[]>`
    select count(*)::integer as total from inngest_engine.calls where run_id = ${runId}`;
  const jobs = await db<JobRow[]>`
    select id, kind, step_id as "stepId", attempt, run_at as "runAt", leased_by_epoch is not null as "isLeased",
      array_position(limit_keys, parked_on) - 1 as "parkedOn",
      limits[array_position(limit_keys, parked_on)] as "parkedLimit"
    from inngest_engine.jobs where run_id = ${runId} order by run_at, id limit ${jobsShownMax}`;
  const reruns = await db<{ id: string }[]>`
    select again.id from inngest_engine.runs again
    join inngest_engine.runs first on first.event_id = again.event_id
    where first.id = ${runId} and again.rerun_of_run_id = ${runId} order by again.id desc limit ${rerunsShownMax}`;
  return {
    steps,
    calls: calls.toReversed(),
    callsTotal: counted[0]?.total ?? 0,
    jobs,
    reruns: reruns.map((run) => run.id),
  };
}
