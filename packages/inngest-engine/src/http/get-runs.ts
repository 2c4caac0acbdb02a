import { runsListedMax } from "../limits";
import { type RunRow, listRuns } from "../store/runs-read";
import { type Api, type ApiRequest, type Reply, failure } from "./request";
import { readRunQuery, statusNames } from "./run-query";

/** GET /v1/runs: newest first, a page at a time. `metadata.next_cursor` is null on the last one. */
export async function getRuns(api: Api, { query }: ApiRequest): Promise<Reply> {
  const filter = readRunQuery(query);
  if ("problem" in filter) return failure(400, filter.problem);
  return listed(await listRuns(api.reads, filter), filter.limit, api.now());
}

/** GET /v1/events/:id/runs: what an event started. */
export async function getRunsOfEvent(api: Api, { path }: ApiRequest): Promise<Reply> {
  const eventId = path[2] ?? "";
  if (eventId.includes("\0")) return failure(400, "event id holds a character that no id has.");
  const any = { status: null, functionId: null, labels: [], anyLabels: [], trigger: null, before: null };
  return listed(
    await listRuns(api.reads, { ...any, eventId, limit: runsListedMax }),
    runsListedMax,
    api.now(),
  );
}

function listed(found: readonly RunRow[], limit: number, nowMs: number): Reply {
  const page = found.slice(0, limit);
  const next = found.length > limit ? (page.at(-1)?.id ?? null) : null;
  return {
    status: 200,
    body: {
      data: page.map(describeRun),
      metadata: { fetched_at: new Date(nowMs).toISOString(), next_cursor: next },
    },
  };
}

/** A run as Inngest's own REST names its fields; what that has no field for stands beside them. */
export function describeRun(run: RunRow): Record<string, unknown> {
  return {
    run_id: run.id,
    function_id: run.functionId,
    event_id: run.eventId,
    event_name: run.eventName,
    cron: run.cron,
    status: statusNames[run.status],
    run_started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    output: JSON.parse(run.error ?? run.output ?? "null") as unknown,
    output_truncated: run.isCut,
    labels: run.labels,
    original_run_id: run.rerunOfRunId,
    invoked_by: run.invokedByRunId && { run_id: run.invokedByRunId, step_id: run.invokedByStepId },
  };
}
