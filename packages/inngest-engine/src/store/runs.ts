import type { EngineFunction } from "../app/function-config";
import { dedupeMs } from "../limits";
import type { Db, Tx } from "./connection";
import { type NewWait, insertWaits } from "./waits";

export type RunStatus = "running" | "completed" | "failed" | "cancelled";

export interface NewRun {
  id: string;
  functionId: string;
  eventId: string;
  /** "field=value" of the event's plain data fields. */
  labels: string[];
  attemptsMax: number;
  limitKeys: string[];
  limits: number[];
  startAt: Date;
  /** The step of another run that waits for this one's end. */
  invokedByRunId: string | null;
  invokedByStepId: string | null;
  /** The run that a person started again. */
  rerunOfRunId: string | null;
}

export interface StartingRun {
  run: NewRun;
  /** The events that may cancel it. */
  cancelOn: NewWait[];
}

export async function startRuns(tx: Tx, starting: readonly StartingRun[], now: Date): Promise<void> {
  const runs = starting.map(({ run }) => run);
  const waits = starting.flatMap(({ cancelOn }) => cancelOn);
  await insertRuns(tx, runs, now);
  await insertWaits(tx, waits, now);
}

/** True where nobody used the key within 24 hours; using it is part of the caller's transaction. */
export async function claimIdempotencyKey(tx: Tx, key: string, now: Date): Promise<boolean> {
  const claimed = await tx`
    insert into inngest_engine.idempotency_keys as entry (key, seen_at) values (${key}, ${now})
    on conflict (key) do update set seen_at = excluded.seen_at
      where entry.seen_at <= ${new Date(now.getTime() - dedupeMs)}
    returning key`;
  return claimed.length > 0;
}

/**
 * Starts runs, each with its first job. A function runs once per event: a pair that exists already is left alone. Where
 * others are parked on one of its limits already, a job queues up behind them at once, without being looked at first.
 */
export async function insertRuns(tx: Tx, runs: readonly NewRun[], now: Date): Promise<void> {
  if (runs.length === 0) return;
  const rows = JSON.stringify(runs);
  await tx`
    with started as (
      insert into inngest_engine.runs
        (id, function_id, event_id, status, attempts_max, limit_keys, limits, labels, started_at,
        invoked_by_run_id, invoked_by_step_id, rerun_of_run_id)
      select r.id, r."functionId", r."eventId", 'running', r."attemptsMax", r."limitKeys", r.limits, r.labels, ${now},
        r."invokedByRunId", r."invokedByStepId", r."rerunOfRunId"
      from json_to_recordset(${rows}::text::json) as r(id text, "functionId" text, "eventId" text,
        "attemptsMax" integer, "limitKeys" text[], limits integer[], labels text[], "invokedByRunId" text,
        "invokedByStepId" text, "rerunOfRunId" text)
      on conflict (function_id, event_id) where rerun_of_run_id is null do nothing
      returning id, limit_keys, limits
    )
    insert into inngest_engine.jobs (run_id, kind, limit_keys, limits, run_at, parked_on)
    select started.id, 'run', started.limit_keys, started.limits, input."startAt", (
      -- One that starts later comes to its queue only then.
      select min(key) from unnest(started.limit_keys) as own(key)
      where input."startAt" <= ${now}
        and (select true from inngest_engine.jobs job where job.parked_on = own.key limit 1)
    ) from started join json_to_recordset(${rows}::text::json) as input(id text, "startAt" timestamptz) using (id)`;
}

/**
 * Makes the limits of runs that go on those the app registers now, in so far as only their numbers changed. A run keeps
 * the keys it began with.
 */
export async function adoptLimits(db: Db, functions: readonly EngineFunction[]): Promise<void> {
  const limits = functions
    .filter(({ concurrency }) => concurrency.length > 0)
    .map(({ id, concurrency }) => ({ functionId: id, limits: concurrency.map(({ limit }) => limit) }));
  await db`
    with changed as (
      update inngest_engine.runs run set limits = setting.limits
      from json_to_recordset(${JSON.stringify(limits)}::text::json) as setting("functionId" text, limits integer[])
      where run.status = 'running' and run.function_id = setting."functionId"
        and run.limits <> setting.limits and cardinality(run.limits) = cardinality(setting.limits)
      returning run.id, run.limits
    )
    update inngest_engine.jobs job set limits = changed.limits
    from changed where job.run_id = changed.id and job.limits <> '{}'`;
}
