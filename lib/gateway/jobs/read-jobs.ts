/** This room holds jobs: the function runs of Inngest, read and steered. */

import { inTenant } from "@/db/client";
import { type PushSubject, listPushSubjects, listRequestedPushes } from "@/db/queries/pushes/jobs";
import type { Jobs, JobsQuery } from "@/lib/contract/monitoring/jobs";
import type { Person } from "@/lib/core/access/principal";
import type { ListedRun } from "@/lib/engine/answers";
import { dashboardRunsUrl } from "@/lib/engine/dashboard";
import { engineOf } from "./ask-engine";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { sightIn } from "@/lib/gateway/read/actions/sight";
import { errorOutlineOf, functionIdOf, isScheduled, pushIdOf, jobSummaryOf, tenantLabel } from "./job-view";

/** A roll may have many requested pushes; more labels in one query would make its address too long. */
const pushesPerQueryMax = 200;

/**
 * One page of jobs, newest first: those that the tenant's own events started, and scheduled ones, which serve every
 * tenant.
 * @throws AppError unavailable 503 if the engine does not answer.
 */
export async function readJobs(
  person: Person,
  query: JobsQuery,
  gateway: Gateway = getGateway(),
): Promise<Jobs> {
  const source = await engineOf(gateway).source();
  if (source.kind !== "embedded") {
    const linked = source.kind === "none" ? source : { ...source, url: dashboardRunsUrl(source.url) };
    return { source: linked, items: [], next_cursor: null };
  }
  const fields = query.action_id === undefined ? [] : await fieldsOf(person, query.action_id, gateway);
  const filter = {
    ...(query.status ? { status: query.status } : {}),
    ...(query.function ? { functionId: functionIdOf(query.function) } : {}),
    ...(query.cursor ? { cursor: query.cursor } : {}),
    limit: query.limit,
  };
  const lists = await Promise.all(
    [
      query.started_by === "clock"
        ? []
        : engineOf(gateway).listRuns({
            ...filter,
            trigger: "event",
            labels: [tenantLabel(person.tenantId)],
            anyLabels: fields.map(([name, value]) => `${name}=${value}`),
          }),
      query.started_by === "event" || query.action_id !== undefined
        ? []
        : engineOf(gateway).listRuns({ ...filter, trigger: "cron" }),
    ].flat(),
  );
  const runs = lists.flatMap((list) => list.data).toSorted((a, b) => (a.run_id < b.run_id ? 1 : -1));
  const page = runs.slice(0, query.limit);
  const hasMore = runs.length > query.limit || lists.some((list) => list.metadata.next_cursor !== null);
  const subjects = await readSubjects(person.tenantId, page, gateway);
  const { seesContent } = await inTenant(gateway.database, person.tenantId, (tx) => sightIn(tx, person));
  return {
    source,
    items: page
      .filter((run) => isScheduled(run) || run.labels.includes(tenantLabel(person.tenantId)))
      .map((run) => jobSummaryOf(run, subjects))
      .map((job) => (seesContent ? job : errorOutlineOf(job))),
    next_cursor: hasMore ? (page.at(-1)?.run_id ?? null) : null,
  };
}

/** The event fields by which an action's jobs are found. */
async function fieldsOf(
  { tenantId }: Person,
  actionId: number,
  gateway: Gateway,
): Promise<[name: string, value: number][]> {
  const pushes = await inTenant(gateway.database, tenantId, (tx) =>
    listRequestedPushes(tx, tenantId, actionId, pushesPerQueryMax),
  );
  return [["action_id", actionId], ...pushes.map((id): [string, number] => ["push_id", id])];
}

/** The current state of the pushes that the jobs concern. */
export async function readSubjects(
  tenantId: number,
  runs: readonly ListedRun[],
  gateway: Gateway,
): Promise<Map<number, PushSubject>> {
  const ids = new Set(runs.map(pushIdOf).filter((id) => id !== null));
  const subjects = await inTenant(gateway.database, tenantId, (tx) =>
    listPushSubjects(tx, tenantId, [...ids]),
  );
  return new Map(subjects.map((push) => [push.pushId, push]));
}
