import { cancelRun } from "../store/run-end";
import { type Api, type ApiRequest, type Reply, failure, holdsSigningKey } from "./request";
import { isRunId, statusNames } from "./run-query";

/** DELETE /v1/runs/:id: cancels a run that has not ended. A step that is running finishes, but its result is dropped. */
export async function deleteRun(api: Api, request: ApiRequest): Promise<Reply> {
  if (!holdsSigningKey(api, request)) return failure(401, "The signing key is not this engine's.");
  const runId = request.path[2] ?? "";
  if (!isRunId(runId)) return failure(400, `Invalid run ID: ${runId}`);
  const outcome = await cancelRun(api.db, runId, new Date(api.now()));
  switch (outcome.kind) {
    case "cancelled":
      api.log("warn", "a run was cancelled by request", { runId, functionId: outcome.functionId });
      await api.wakeLeader();
      return { status: 200, body: { data: { run_id: runId, status: statusNames.cancelled } } };
    case "ended":
      return failure(409, `Run ${runId} has ended already: ${statusNames[outcome.status]}.`);
    case "unknown":
      return failure(404, `There is no run ${runId}.`);
    default:
      return outcome satisfies never;
  }
}
