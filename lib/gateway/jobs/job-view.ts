import type { PushSubject } from "@/db/queries/pushes/jobs";
import type { JobDetail, JobSummary } from "@/lib/contract/jobs";
import type { ListedRun, WholeRun } from "@/lib/engine/answers";

/** The part of an engine's run that one tenant's people may see as a job. */

/** The client's id of inngest/client.ts, which engines put before each function's own. */
const idPrefix = "countersign-";
type RunError = JobSummary["error"];
type Output = JobDetail["output"];

export const functionNameOf = (id: string): string =>
  id.startsWith(idPrefix) ? id.slice(idPrefix.length) : id;
export const functionIdOf = (name: string): string => idPrefix + name;
export const tenantLabel = (tenantId: number): string => `tenant_id=${tenantId}`;

/** Scheduled jobs serve every tenant of the installation. */
export function isScheduled(run: Pick<ListedRun, "cron">): boolean {
  return run.cron !== null;
}

/** True for the tenant's own jobs, and for scheduled ones. */
export function mayBeSeen(run: WholeRun, tenantId: number): boolean {
  return isScheduled(run) || run.event.data.tenant_id === tenantId;
}

export function pushIdOf(run: ListedRun): number | null {
  return isScheduled(run) ? null : fieldOf(run, "push_id");
}

export function jobSummaryOf(run: ListedRun, subjects: ReadonlyMap<number, PushSubject>): JobSummary {
  return {
    id: run.run_id,
    function: functionNameOf(run.function_id),
    status: run.status,
    started_by: isScheduled(run) ? "clock" : "event",
    event: { id: run.event_id, name: run.event_name },
    cron: run.cron,
    started_at: run.run_started_at,
    ended_at: run.ended_at,
    error: run.status === "failed" ? shownError(run, run.output as RunError) : null,
    subject: subjectOf(run, subjects),
    rerun_of: run.original_run_id,
  };
}

function subjectOf(run: ListedRun, subjects: ReadonlyMap<number, PushSubject>): JobSummary["subject"] {
  if (isScheduled(run)) return null;
  const push = subjects.get(pushIdOf(run) ?? -1);
  if (!push) {
    const actionId = fieldOf(run, "action_id");
    return actionId === null ? null : { action_id: actionId, line_no: null, push: null };
  }
  return {
    action_id: push.action_id,
    line_no: push.line_no === 0 ? null : push.line_no,
    push: { id: push.push_id, status: push.push_status, dead_letter_id: push.dead_letter_id },
  };
}

function fieldOf(run: ListedRun, name: string): number | null {
  const label = run.labels.find((known) => known.startsWith(`${name}=`));
  const value = Number(label?.slice(name.length + 1));
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** Everything but who may do what and what people did, which the ledger knows. */
export function jobPartsOf(run: WholeRun) {
  const scheduled = isScheduled(run);
  return {
    event_data: scheduled ? null : run.event.data,
    output:
      run.status === "completed"
        ? outputOf(run, run)
        : outputOf(run, { output: null, output_truncated: false }),
    steps: run.steps.map((step) => ({
      id: step.id,
      name: step.name,
      kind: step.kind,
      status: step.status,
      started_at: step.started_at,
      ended_at: step.ended_at,
      until_at: step.until_at,
      output: outputOf(run, step),
      error: shownError(run, step.error),
    })),
    calls: run.calls.map((call) => ({ ...call, error: shownError(run, call.error) })),
    calls_total: run.calls_total,
    next: run.jobs.map(({ parked, ...job }) => ({ ...job, parked_limit: parked?.limit ?? null })),
    reruns: run.reruns,
    invoked_by: run.invoked_by?.run_id ?? null,
  };
}

/** What a sweep returned counts every tenant's rows. */
function outputOf(
  run: ListedRun,
  { output, output_truncated: isCut }: Pick<ListedRun, "output" | "output_truncated">,
): Output {
  if (isScheduled(run)) return { shown: "withheld", value: null };
  return isCut ? { shown: "too_large", value: null } : { shown: "whole", value: output ?? null };
}

/** The sentence of inngest/in-job.ts, which names the log's line and nothing else. */
const namesOnlyTheLog = /^[\w-]+ broke off; the log says why under [\w-]+$/;

/** An error of a scheduled job may speak of any tenant: only what our own frame wrote, or the engine, is shown. */
function shownError(run: ListedRun, error: RunError): RunError {
  if (error === null || typeof error !== "object") return null;
  const { name, message } = error;
  if (!isScheduled(run) || name === "EngineError" || namesOnlyTheLog.test(message)) return { name, message };
  return {
    name,
    message: `Its words are in the log alone, under ${functionNameOf(run.function_id)}-${run.run_id}.`,
  };
}
