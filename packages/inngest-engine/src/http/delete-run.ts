import { cancelRun } from "../store/run-end";
import { type Api, type ApiRequest, type Reply, failure } from "./request";
import { statusNames } from "./run-query";

/** DELETE /v1/runs/:id: cancels a run that has not ended. A step that is running finishes, but its result is dropped. */
export async function deleteRun(api: Api, { path }: ApiRequest): Promise<Reply> {
  const runId = path[2] ?? "";
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
