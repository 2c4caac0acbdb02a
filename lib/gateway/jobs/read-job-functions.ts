import type { JobFunctions } from "@/lib/contract/monitoring/jobs";
import type { Person } from "@/lib/core/access/principal";
import { dashboardRunsUrl } from "@/lib/engine/dashboard";
import { engineOf } from "./ask-engine";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { functionNameOf, tenantLabel } from "./job-view";

/** Also the case if another engine leads and this one stands by, or if syncing failed inside the engine. */
const NOT_SYNCED = "The engine has not synced with the app, or does not lead; its log says why";

/**
 * All functions with their triggers, limits and waiting work, and the outcomes of their jobs in the last 24 hours
 * (scheduled ones and those of the tenant's own events). @throws AppError unavailable 503 if the engine does not
 * answer.
 */
export async function readJobFunctions(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<JobFunctions> {
  const source = await engineOf(gateway).source();
  const nothing = { functions: [], refused: [], counted_since: null, complete: true, problem: null };
  if (source.kind === "none") return { source, ...nothing };
  if (source.kind === "dashboard")
    return { source: { ...source, url: dashboardRunsUrl(source.url) }, ...nothing };
  const { data, refused, metadata } = await engineOf(gateway).listFunctions([tenantLabel(person.tenantId)]);
  return {
    source,
    functions: data.map((entry) => ({
      name: functionNameOf(entry.id),
      registered: entry.registered,
      events: entry.triggers.flatMap((trigger) => ("event" in trigger ? [trigger.event] : [])),
      crons: entry.triggers.flatMap((trigger) => ("cron" in trigger ? [trigger.cron] : [])),
      attempts_max: entry.attempts_max,
      limits: entry.concurrency,
      last_day: entry.runs,
      queued: entry.queued,
      in_flight: entry.in_flight,
      waiting: entry.waiting,
      next_tick_at: entry.next_tick_at,
    })),
    refused: refused.map((entry) => ({ name: functionNameOf(entry.id), message: entry.message })),
    counted_since: metadata.counted_since,
    complete: metadata.complete,
    problem: metadata.problem ?? (metadata.synced_at === null ? NOT_SYNCED : null),
  };
}
