import { inTenant } from "@/db/client";
import { listRunEvents, type RunEventRow } from "@/db/queries/runs";
import type { RunAnswer, RunDetail } from "@/lib/contract/runs";
import { AppError } from "@/lib/core/errors";
import { mayAdminister, type Person } from "@/lib/core/access/principal";
import { dashboardRunUrl } from "@/lib/engine/dashboard";
import { engineOf } from "./ask-engine";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { readSubjects } from "./read-jobs";
import { RUN_SUBJECT } from "./change-job";
import { isScheduled, mayBeSeen, runPartsOf, runSummaryOf } from "./job-view";

/**
 * One run with its steps, its calls, what comes next, and what people did about it. Null with a link where an Inngest that
 * is not ours keeps it. @throws AppError not_found 404, for another tenant's too; unavailable 503.
 */
export async function readRun(
  person: Person,
  runId: string,
  gateway: Gateway = getGateway(),
): Promise<RunAnswer> {
  const { tenantId } = person;
  const source = await engineOf(gateway).source();
  if (source.kind === "none") return { source, run: null };
  if (source.kind === "dashboard")
    return { source: { ...source, url: dashboardRunUrl(source.url, runId) }, run: null };
  const run = await engineOf(gateway).readRun(runId);
  if (!run || !mayBeSeen(run, tenantId)) throw new AppError("not_found", "There is no such run.");
  const subjects = await readSubjects(tenantId, [run], gateway);
  const events = await inTenant(gateway.database, tenantId, (tx) =>
    listRunEvents(tx, tenantId, RUN_SUBJECT, runId),
  );
  const mayChange = mayAdminister(person.role) && !isScheduled(run);
  return {
    source,
    run: {
      ...runSummaryOf(run, subjects),
      ...runPartsOf(run),
      history: events.map((row) => historyOf(row, runId)),
      may: { rerun: mayChange && run.status !== "running", cancel: mayChange && run.status === "running" },
    },
  };
}

function historyOf(row: RunEventRow, runId: string): RunDetail["history"][number] {
  const { details } = JSON.parse(row.body_text) as {
    details: { run_id: string; new_run_id?: string; reason?: string };
  };
  const other = details.run_id === runId ? details.new_run_id : details.run_id;
  return {
    id: row.id,
    at: new Date(row.occurred_at).toISOString(),
    type: row.event_type,
    actor: row.actor_label,
    reason: details.reason ?? null,
    other_run_id: other ?? null,
  };
}
