import type { StepChange } from "../dispatch/settlement";
import type { Tx } from "./connection";
import type { Job } from "./jobs";
import { closeWaits, openWaits } from "./waits";

export interface WrittenStep {
  stepId: string;
  isFinished: boolean;
  resumesAlone: boolean;
}

/**
 * Writes what became of steps, in the caller's transaction, which holds the run's row, and opens the jobs and waits
 * that unfinished ones need. Returns the steps that changed: a finished one never does, and calls that cross report open
 * ones twice.
 */
export async function writeSteps(
  tx: Tx,
  runId: string,
  changes: readonly StepChange[],
  now: Date,
): Promise<WrittenStep[]> {
  if (changes.length === 0) return [];
  const latest = latestOf(changes);
  const rows = JSON.stringify(latest.map(stepRow));
  const written = await tx<WrittenStep[]>`
    insert into inngest_engine.steps as step
      (run_id, step_id, name, kind, status, data, error, resumes_alone, finished_order, started_at, ended_at, until_at)
    select ${runId}, s."stepId", s.name, s.kind, s.status, s.data, s.error, s."resumesAlone",
      case when s.status in ('done', 'failed') then nextval('inngest_engine.step_order') end,
      s."startedAt", s."endedAt", s."untilAt"
    from json_to_recordset(${rows}::text::json) as s("stepId" text, name text, kind text, status text, data text,
      error text, "resumesAlone" boolean, "startedAt" timestamptz, "endedAt" timestamptz, "untilAt" timestamptz)
    on conflict (run_id, step_id) do update
      set status = excluded.status, data = excluded.data, error = excluded.error,
        finished_order = excluded.finished_order, ended_at = excluded.ended_at,
        started_at = coalesce(step.started_at, excluded.started_at)
      where step.finished_order is null and excluded.finished_order is not null
    returning step_id as "stepId", finished_order is not null as "isFinished", resumes_alone as "resumesAlone"`;
  const open = new Set(written.filter(({ isFinished }) => !isFinished).map(({ stepId }) => stepId));
  const jobs = latest.filter(({ stepId }) => open.has(stepId)).flatMap((change) => jobOf(change, now));
  await enqueue(tx, runId, jobs);
  await openWaits(
    tx,
    runId,
    latest.filter(({ stepId }) => open.has(stepId)),
    now,
  );
  await closeWaits(tx, runId, latest);
  return written;
}

interface NewJob {
  kind: Job["kind"];
  stepId: string | null;
  runAt: Date;
}

/** The moment or event that an open step waits for. */
function jobOf({ stepId, result }: StepChange, now: Date): NewJob[] {
  switch (result.status) {
    case "planned":
      return [{ kind: "step", stepId, runAt: now }];
    case "waiting":
      return [{ kind: "timeout", stepId, runAt: new Date(result.untilMs) }];
    case "sleeping":
      return [{ kind: "sleep", stepId, runAt: new Date(result.untilMs) }];
    case "done":
    case "failed":
      return [];
    default:
      return result satisfies never;
  }
}

export interface Progress {
  steps: number;
  /** Unfinished steps that the rest of the function waits for. */
  open: number;
  hasJobs: boolean;
}

export async function readProgress(tx: Tx, runId: string): Promise<Progress> {
  const rows = await tx<Progress[]>`
    select count(*)::integer as steps,
      (count(*) filter (where finished_order is null and not resumes_alone))::integer as open,
      exists (select 1 from inngest_engine.jobs where run_id = ${runId}) as "hasJobs"
    from inngest_engine.steps where run_id = ${runId}`;
  return rows[0] ?? { steps: 0, open: 0, hasJobs: false };
}

/**
 * Steps of the run have finished: the function is called again, unless part of a parallel group is still open. In the
 * caller's transaction, which holds the run's row. False means that there was nothing to call it for yet.
 */
export async function continueRun(
  tx: Tx,
  runId: string,
  options: { finished: readonly Pick<WrittenStep, "resumesAlone">[]; open: number; now: Date },
): Promise<boolean> {
  const { finished, open, now } = options;
  const resumes = finished.some(({ resumesAlone }) => resumesAlone) || (finished.length > 0 && open === 0);
  if (resumes) await enqueue(tx, runId, [{ kind: "run", stepId: null, runAt: now }]);
  return resumes;
}

/** Only calls of the app take a place in a concurrency limit: sleeping takes none. */
export async function enqueue(tx: Tx, runId: string, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await tx`
    insert into inngest_engine.jobs (run_id, kind, step_id, limit_keys, limits, run_at)
    select run.id, job.kind, job."stepId",
      case when job.kind in ('run', 'step') then run.limit_keys else '{}' end,
      case when job.kind in ('run', 'step') then run.limits else '{}' end, job."runAt"
    from inngest_engine.runs run,
      json_to_recordset(${JSON.stringify(jobs)}::text::json) as job(kind text, "stepId" text, "runAt" timestamptz)
    where run.id = ${runId}
    on conflict (run_id, step_id) where step_id is not null do nothing`;
}

/** Postgres refuses to write one row twice in a statement: the last report of a step counts. */
export function latestOf(changes: readonly StepChange[]): StepChange[] {
  return [...new Map(changes.map((change) => [change.stepId, change])).values()];
}

export function stepRow({ stepId, name, kind, result, resumesAlone, startedAtMs, endedAtMs }: StepChange) {
  return {
    stepId,
    name,
    kind,
    status: result.status,
    data: result.status === "done" ? JSON.stringify(result.data ?? null) : null,
    error: result.status === "failed" ? JSON.stringify(result.error) : null,
    resumesAlone,
    startedAt: isoOrNull(startedAtMs),
    endedAt: isoOrNull(endedAtMs),
    untilAt: "untilMs" in result ? isoOrNull(result.untilMs) : null,
  };
}

function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
