import { inTenant } from "@/db/client";
import { type PushSubject, listAskedPushes, listPushSubjects } from "@/db/queries/pushes/jobs";
import type { Jobs, JobsQuery } from "@/lib/contract/jobs";
import type { Person } from "@/lib/core/access/principal";
import type { ListedRun } from "@/lib/engine/answers";
import { dashboardRunsUrl } from "@/lib/engine/dashboard";
import { engineOf } from "./ask-engine";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { functionIdOf, isScheduled, pushIdOf, jobSummaryOf, tenantLabel } from "./job-view";

/** Of a roll many pushes may have been asked for; more than these in one question would make the address too long. */
const pushesAskedMax = 200;
/** A dashboard's search is read by people. */
const pushesSearchedMax = 5;

/**
 * One page of jobs, newest first: those that the tenant's own events started, and scheduled ones, which serve everybody.
 * @throws AppError unavailable 503 where the engine does not answer.
 */
export async function readJobs(
  person: Person,
  query: JobsQuery,
  gateway: Gateway = getGateway(),
): Promise<Jobs> {
  const source = await engineOf(gateway).source();
  const fields = query.action_id === undefined ? [] : await fieldsOf(person, query.action_id, gateway);
  if (source.kind !== "embedded") {
    const shown =
      source.kind === "none"
        ? source
        : { ...source, url: dashboardRunsUrl(source.url, fields.slice(0, pushesSearchedMax)) };
    return { source: shown, items: [], next_cursor: null };
  }
  const wanted = {
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
            ...wanted,
            trigger: "event",
            labels: [tenantLabel(person.tenantId)],
            anyLabels: fields.map(([name, value]) => `${name}=${value}`),
          }),
      query.started_by === "event" || query.action_id !== undefined
        ? []
        : engineOf(gateway).listRuns({ ...wanted, trigger: "cron" }),
    ].flat(),
  );
  const found = lists.flatMap((list) => list.data).toSorted((a, b) => (a.run_id < b.run_id ? 1 : -1));
  const shown = found.slice(0, query.limit);
  const more = found.length > query.limit || lists.some((list) => list.metadata.next_cursor !== null);
  const subjects = await readSubjects(person.tenantId, shown, gateway);
  return {
    source,
    items: shown
      .filter((run) => isScheduled(run) || run.labels.includes(tenantLabel(person.tenantId)))
      .map((run) => jobSummaryOf(run, subjects)),
    next_cursor: more ? (shown.at(-1)?.run_id ?? null) : null,
  };
}

/** By which fields of their events the jobs about an action are found. */
async function fieldsOf(
  { tenantId }: Person,
  actionId: number,
  gateway: Gateway,
): Promise<[name: string, value: number][]> {
  const pushes = await inTenant(gateway.database, tenantId, (tx) =>
    listAskedPushes(tx, tenantId, actionId, pushesAskedMax),
  );
  return [["action_id", actionId], ...pushes.map((id): [string, number] => ["push_id", id])];
}

/** The pushes that jobs are about, as they stand now. */
export async function readSubjects(
  tenantId: number,
  runs: readonly ListedRun[],
  gateway: Gateway,
): Promise<Map<number, PushSubject>> {
  const ids = new Set(runs.map(pushIdOf).filter((id) => id !== null));
  const found = await inTenant(gateway.database, tenantId, (tx) => listPushSubjects(tx, tenantId, [...ids]));
  return new Map(found.map((push) => [push.push_id, push]));
}
