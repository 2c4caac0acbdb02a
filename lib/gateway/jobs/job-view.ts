import type { PushSubject } from "@/db/queries/pushes/jobs";
import { listedLineNo } from "@/lib/action-types/payload/lines";
import type { JobDetail, JobSummary } from "@/lib/contract/monitoring/jobs";
import type { ListedRun, WholeRun } from "@/lib/engine/answers";

/** Turns an engine's run into a job and hides the parts that one tenant's people must not see. */

/** The client id of inngest/client.ts; engines prefix every function's id with it. */
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

/** True for the tenant's own jobs and for scheduled ones. */
export function isVisibleTo(run: WholeRun, tenantId: number): boolean {
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
    error: run.status === "failed" ? visibleError(run, run.output as RunError) : null,
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
    action_id: push.actionId,
    line_no: listedLineNo(push.actionType, push.lineNo),
    push: { id: push.pushId, status: push.pushStatus, dead_letter_id: push.deadLetterId },
  };
}

function fieldOf(run: ListedRun, name: string): number | null {
  const label = run.labels.find((entry) => entry.startsWith(`${name}=`));
  const value = Number(label?.slice(name.length + 1));
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** The engine's part of a job's detail. The caller adds permissions and the history from the ledger. */
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
      error: visibleError(run, step.error),
    })),
    calls: run.calls.map((call) => ({ ...call, error: visibleError(run, call.error) })),
    calls_total: run.calls_total,
    next: run.jobs.map(({ parked, ...job }) => ({ ...job, parked_limit: parked?.limit ?? null })),
    reruns: run.reruns,
    invoked_by: run.invoked_by?.run_id ?? null,
  };
}

/** A scheduled job's output is withheld, because it counts every tenant's rows. */
function outputOf(
  run: ListedRun,
  { output, output_truncated: isCut }: Pick<ListedRun, "output" | "output_truncated">,
): Output {
  if (isScheduled(run)) return { shown: "withheld", value: null };
  return isCut ? { shown: "too_large", value: null } : { shown: "whole", value: output ?? null };
}

const withheld: Output = { shown: "withheld", value: null };
const withoutMessage = (error: RunError): RunError =>
  error && { name: error.name, message: "Its message is hidden from viewers." };

/** For people from whom content is hidden: outputs, errors and people's reasons may quote a write. */
export function jobOutlineOf(job: JobDetail): JobDetail {
  return {
    ...errorOutlineOf(job),
    event_data: null,
    output: withheld,
    steps: job.steps.map((step) => ({ ...errorOutlineOf(step), output: withheld })),
    calls: job.calls.map(errorOutlineOf),
    history: job.history.map((entry) => ({ ...entry, reason: null })),
  };
}

export function errorOutlineOf<Part extends { error: RunError }>(part: Part): Part {
  return { ...part, error: withoutMessage(part.error) };
}

/** The message of inngest/in-job.ts, which refers to the log and contains nothing else. */
const logReference = /^[\w-]+ broke off; the log says why under [\w-]+$/;

/**
 * A scheduled job's error may contain any tenant's data, so only messages of inngest/in-job.ts and the engine are
 * shown.
 */
function visibleError(run: ListedRun, error: RunError): RunError {
  if (error === null || typeof error !== "object") return null;
  const { name, message } = error;
  if (!isScheduled(run) || name === "EngineError" || logReference.test(message)) return { name, message };
  return {
    name,
    message: `Its message is only in the log, under ${functionNameOf(run.function_id)}-${run.run_id}.`,
  };
}
