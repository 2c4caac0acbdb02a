import { inTenant } from "@/db/client";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type { ChangedJob } from "@/lib/contract/monitoring/jobs";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import type { WholeRun } from "@/lib/engine/answers";
import { engineOf } from "./ask-engine";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { functionNameOf, isScheduled, isVisibleTo, pushIdOf } from "./job-view";

/** The subject of the chain for people's changes to jobs. Jobs have no numeric id, so its entity id is the tenant's. */
export const JOB_SUBJECT = "inngest_run";

type Verb = "rerun" | "cancel";

/**
 * Cancels one of the tenant's running jobs: the engine calls it no more. The push's row stays unchanged, and
 * reconciliation requests the push again.
 * @throws AppError not_allowed 403, also for scheduled jobs; not_found 404; run_has_ended 409; unavailable 503.
 */
export const cancelJob = changeOf("cancel");

/**
 * Starts one of the tenant's ended jobs again, with the same event. It decides nothing: the push's row determines
 * whether anything is sent.
 * @throws AppError not_allowed 403, also for scheduled jobs; not_found 404; run_is_running, run_function_gone 409;
 *   unavailable 503.
 */
export const rerunJob = changeOf("rerun");

function changeOf(verb: Verb) {
  return (person: Person, change: { jobId: string; reason: string }, gateway: Gateway = getGateway()) =>
    changeJob(person, verb, change, gateway);
}

/**
 * Asks the engine for the change. The ledger records the request before the call and the answer after it, so that every
 * change is on record.
 */
async function changeJob(
  person: Person,
  verb: Verb,
  { jobId, reason }: { jobId: string; reason: string },
  gateway: Gateway,
): Promise<ChangedJob> {
  requireRole(person, "admin");
  const run = await findOwnJob(person, jobId, gateway);
  if (verb === "rerun" && run.status === "running") throw refusal("stillRunning");
  if (verb === "cancel" && run.status !== "running") throw refusal("hasEnded");
  const log = (type: string, details: Record<string, unknown>) =>
    logIn(person, gateway, { type, run, details });
  await log(`job.${verb}_requested`, { reason, event_id: run.event_id, push_id: pushIdOf(run) });
  const engine = engineOf(gateway);
  const result = await engine[verb](jobId).catch(async (error: unknown) => {
    await log(`job.${verb}_unanswered`, {});
    throw error;
  });
  if (result.outcome !== "done") {
    await log(`job.${verb}_refused`, { because: result.outcome });
    if (result.outcome === "not_found") throw refusal("noSuchJob");
    throw verb === "cancel" ? refusal("hasEnded") : refusal("functionGone");
  }
  await log(...completionOf(verb, result.runId));
  return { run_id: result.runId };
}

function completionOf(verb: Verb, jobId: string): [string, Record<string, unknown>] {
  return verb === "rerun" ? ["job.rerun_started", { new_run_id: jobId }] : ["job.cancelled", {}];
}

async function findOwnJob(person: Person, jobId: string, gateway: Gateway): Promise<WholeRun> {
  const source = await engineOf(gateway).source();
  if (source.kind !== "embedded") throw refusal("keptElsewhere");
  const run = await engineOf(gateway).readRun(jobId);
  if (!run || !isVisibleTo(run, person.tenantId)) throw refusal("noSuchJob");
  if (!isScheduled(run)) return run;
  throw new AppError(
    "not_allowed",
    "This job runs on a schedule for every company here, so nobody can change it from within one. It runs again at its next tick.",
  );
}

async function logIn(
  person: Person,
  gateway: Gateway,
  { type, run, details }: { type: string; run: WholeRun; details: Record<string, unknown> },
): Promise<void> {
  const { tenantId, userId } = person;
  await inTenant(gateway.database, tenantId, (tx) =>
    appendEvent(tx, {
      ...byPerson(person),
      entityType: JOB_SUBJECT,
      entityId: tenantId,
      type,
      details: { run_id: run.run_id, function: functionNameOf(run.function_id), user_id: userId, ...details },
    }),
  );
}

const refusals = {
  noSuchJob: ["not_found", "There is no such job."],
  keptElsewhere: [
    "not_found",
    "This job is not kept here: it is re-run and cancelled on the dashboard of the Inngest that carries it.",
  ],
  stillRunning: ["run_is_running", "This job has not ended: there is nothing to run again yet."],
  hasEnded: ["run_has_ended", "This job has ended: there is nothing left to cancel."],
  functionGone: ["run_function_gone", "The app does not have this function now, so it cannot run again."],
} as const;

function refusal(reason: keyof typeof refusals): AppError {
  const [code, message] = refusals[reason];
  return new AppError(code, message);
}
