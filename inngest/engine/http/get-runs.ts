import { runsListedDefault, runsListedMax } from "../limits";
import type { RunRow, RunStatus } from "../store/runs";
import { listRuns, listRunsOfEvent } from "../store/runs";
import type { Api, ApiRequest, Reply } from "./request";
import { failure } from "./request";

/** The public names of what the store calls a run's status. */
const statusNames: Record<RunStatus, string> = {
  running: "Running",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
};

/** GET /v1/runs: newest first, of one status or of any. */
export async function getRuns(api: Api, { query }: ApiRequest): Promise<Reply> {
  const wanted = query.get("status");
  const status =
    (Object.keys(statusNames) as RunStatus[]).find((name) => name === wanted?.toLowerCase()) ?? null;
  if (wanted !== null && status === null) return failure(400, `No run has the status "${wanted}".`);
  const limit = Number(query.get("limit") ?? runsListedDefault);
  if (!Number.isInteger(limit) || limit < 1 || limit > runsListedMax) {
    return failure(400, `limit must be from 1 to ${runsListedMax}.`);
  }
  return listed(await listRuns(api.db, status, limit), api.now());
}

/** GET /v1/events/:id/runs: what an event started. */
export async function getRunsOfEvent(api: Api, { path }: ApiRequest): Promise<Reply> {
  return listed(await listRunsOfEvent(api.db, path[2] ?? "", runsListedMax), api.now());
}

function listed(runs: readonly RunRow[], nowMs: number): Reply {
  const data = runs.map((run) => ({
    run_id: run.id,
    function_id: run.functionId,
    event_id: run.eventId,
    status: statusNames[run.status],
    run_started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt?.toISOString() ?? null,
    output: JSON.parse(run.error ?? run.output ?? "null") as unknown,
  }));
  return { status: 200, body: { data, metadata: { fetched_at: new Date(nowMs).toISOString() } } };
}
