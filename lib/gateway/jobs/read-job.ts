import { inTenant } from "@/db/client";
import { sightIn } from "@/lib/gateway/read/actions/sight";
import { listJobEvents, type JobEventRow } from "@/db/queries/pushes/jobs";
import type { JobAnswer, JobDetail } from "@/lib/contract/monitoring/jobs";
import { AppError } from "@/lib/core/errors";
import { mayAdminister, type Person } from "@/lib/core/access/principal";
import { dashboardRunUrl } from "@/lib/engine/dashboard";
import { engineOf } from "./ask-engine";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { readSubjects } from "./read-jobs";
import { JOB_SUBJECT } from "./change-job";
import { isScheduled, isVisibleTo, jobOutlineOf, jobPartsOf, jobSummaryOf } from "./job-view";
import { isoOf } from "@/lib/core/values/time";

/**
 * One job with its steps, its calls, its next call and people's changes to it. `run` is null if an external Inngest
 * keeps the job; `source` then links to it. @throws AppError not_found 404, also for another tenant's job; unavailable
 * 503.
 */
export async function readJob(
  person: Person,
  jobId: string,
  gateway: Gateway = getGateway(),
): Promise<JobAnswer> {
  const { tenantId } = person;
  const source = await engineOf(gateway).source();
  if (source.kind === "none") return { source, run: null };
  if (source.kind === "dashboard")
    return { source: { ...source, url: dashboardRunUrl(source.url, jobId) }, run: null };
  const run = await engineOf(gateway).readRun(jobId);
  if (!run || !isVisibleTo(run, tenantId)) throw new AppError("not_found", "There is no such job.");
  const subjects = await readSubjects(tenantId, [run], gateway);
  const { events, seesContent } = await inTenant(gateway.database, tenantId, async (tx) => ({
    events: await listJobEvents(tx, tenantId, JOB_SUBJECT, jobId),
    ...(await sightIn(tx, person)),
  }));
  const mayChange = mayAdminister(person.role) && !isScheduled(run);
  const whole: JobDetail = {
    ...jobSummaryOf(run, subjects),
    ...jobPartsOf(run),
    history: events.map((row) => historyOf(row, jobId)),
    may: { rerun: mayChange && run.status !== "running", cancel: mayChange && run.status === "running" },
  };
  return { source, run: seesContent ? whole : jobOutlineOf(whole) };
}

function historyOf(row: JobEventRow, jobId: string): JobDetail["history"][number] {
  const { details } = JSON.parse(row.bodyText) as {
    details: { run_id: string; new_run_id?: string; reason?: string };
  };
  const other = details.run_id === jobId ? details.new_run_id : details.run_id;
  return {
    id: row.id,
    at: isoOf(row.occurredAt),
    type: row.eventType,
    actor: row.actorLabel,
    reason: details.reason ?? null,
    other_run_id: other ?? null,
  };
}
