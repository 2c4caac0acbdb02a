import { inTenant } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger/events";
import type { ChangedJob } from "@/lib/contract/jobs";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import type { WholeRun } from "@/lib/engine/answers";
import { engineOf } from "./ask-engine";
import type { Gateway } from "@/lib/gateway/context";
import { functionNameOf, isScheduled, mayBeSeen, pushIdOf } from "./job-view";

/** The chain of what people did about jobs: one per tenant, named by the tenant's id, since jobs have no number. */
export const JOB_SUBJECT = "inngest_run";

export interface JobChange {
  jobId: string;
  reason: string;
}

type Verb = "rerun" | "cancel";

/**
 * Asks the engine to change one of the tenant's jobs. The wish stands in the ledger before the engine hears of it, and its
 * answer after, so that nothing is done that is not on record. @throws AppError as its two callers say.
 */
export async function changeJob(
  person: Person,
  verb: Verb,
  { jobId, reason }: JobChange,
  gateway: Gateway,
): Promise<ChangedJob> {
  requireRole(person, "admin");
  const run = await findOwnJob(person, jobId, gateway);
  if (verb === "rerun" && run.status === "running") throw stillRunning();
  if (verb === "cancel" && run.status !== "running") throw hasEnded();
  const log = (type: string, details: Record<string, unknown>) =>
    logIn(person, gateway, { type, run, details });
  await log(`job.${verb}_requested`, { reason, event_id: run.event_id, push_id: pushIdOf(run) });
  const engine = engineOf(gateway);
  const changed = await engine[verb](jobId).catch(async (error: unknown) => {
    await log(`job.${verb}_unanswered`, {});
    throw error;
  });
  if (changed.outcome !== "done") {
    await log(`job.${verb}_refused`, { because: changed.outcome });
    if (changed.outcome === "not_found") throw gone();
    throw verb === "cancel" ? hasEnded() : functionGone();
  }
  await log(...doneAs(verb, changed.runId));
  return { run_id: changed.runId };
}

function doneAs(verb: Verb, jobId: string): [string, Record<string, unknown>] {
  return verb === "rerun" ? ["job.rerun_started", { new_run_id: jobId }] : ["job.cancelled", {}];
}

async function findOwnJob(person: Person, jobId: string, gateway: Gateway): Promise<WholeRun> {
  const source = await engineOf(gateway).source();
  if (source.kind !== "embedded") throw elsewhere();
  const run = await engineOf(gateway).readRun(jobId);
  if (!run || !mayBeSeen(run, person.tenantId)) throw gone();
  if (!isScheduled(run)) return run;
  throw new AppError(
    "not_allowed",
    "The clock starts this job, and it serves every company here: nobody changes it from within one. It comes again at its next tick.",
  );
}

async function logIn(
  { tenantId, userId, name }: Person,
  gateway: Gateway,
  { type, run, details }: { type: string; run: WholeRun; details: Record<string, unknown> },
): Promise<void> {
  await inTenant(gateway.database, tenantId, (tx) =>
    appendEvent(tx, {
      tenantId,
      entityType: JOB_SUBJECT,
      entityId: tenantId,
      type,
      actorKind: "person",
      actorLabel: name,
      details: { run_id: run.run_id, function: functionNameOf(run.function_id), user_id: userId, ...details },
    }),
  );
}

function gone(): AppError {
  return new AppError("not_found", "There is no such job.");
}

function elsewhere(): AppError {
  return new AppError(
    "not_found",
    "This job is not kept here: it is re-run and cancelled on the dashboard of the Inngest that carries it.",
  );
}

function stillRunning(): AppError {
  return new AppError("run_is_running", "This job has not ended: there is nothing to run again yet.");
}

function hasEnded(): AppError {
  return new AppError("run_has_ended", "This job has ended: there is nothing left to cancel.");
}

function functionGone(): AppError {
  return new AppError(
    "run_function_gone",
    "The app does not have this function now, so it cannot run again.",
  );
}
