import { newRun } from "../routing/new-run";
import { findRun } from "../store/runs-read";
import { startRuns } from "../store/runs";
import { type Api, type ApiRequest, type Reply, failure } from "./request";

/**
 * POST /v1/runs/:id/rerun: a new run of the same function with the same event, from its first step. Its limits are those
 * that the function has now; its idempotency key is not asked, because this run is wanted.
 */
export async function postRerun(api: Api, { path }: ApiRequest): Promise<Reply> {
  const runId = path[2] ?? "";
  const first = await findRun(api.reads, runId);
  if (!first) return failure(404, `There is no run ${runId}.`);
  if (api.registry.syncedAtMs === null) {
    return failure(
      503,
      "This engine does not know the app's functions: it does not lead, or has not synced yet.",
    );
  }
  const target = api.registry.functions.find(({ id }) => id === first.functionId);
  if (!target) return failure(409, `Function ${first.functionId} is no longer served.`);
  const nowMs = api.now();
  const event = JSON.parse(first.event) as unknown;
  const { run, cancelOn } = newRun(target, { eventId: first.eventId, event, nowMs });
  const again = { run: { ...run, rerunOfRunId: runId }, cancelOn };
  await api.db.begin((tx) => startRuns(tx, [again], new Date(nowMs)));
  api.log("warn", "a run was started again by request", { runId, functionId: target.id, newRunId: run.id });
  await api.wakeLeader();
  return { status: 201, body: { run_id: run.id } };
}
