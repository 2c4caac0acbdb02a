import { checkpointBytesMax } from "../limits";
import { readCheckpoint } from "./checkpoint-request";
import { type Api, type ApiRequest, type Reply, failure } from "./request";

/**
 * POST /v1/checkpoint/:run/async: steps that finished while their call goes on. 409 tells the SDK to halt, since another
 * call has taken the run over; anything else that is no 200 makes it answer the steps with the call itself.
 */
export async function postCheckpoint(api: Api, request: ApiRequest): Promise<Reply> {
  const body = await request.body(checkpointBytesMax);
  if (body === null) return failure(413, `A checkpoint may hold ${checkpointBytesMax} bytes.`);
  const read = readCheckpoint(body, { runId: request.path[2] ?? "", nowMs: api.now() });
  if ("problem" in read) return failure(400, read.problem);
  const outcome = await api.writeCheckpoint(read);
  switch (outcome) {
    case "written":
      await api.probe("checkpoint_written");
      return { status: 200, body: { status: 200 } };
    case "no_such_run":
      return failure(404, `There is no run ${read.runId}.`);
    case "run_ended":
      return failure(409, `Run ${read.runId} has ended.`);
    case "stale":
      return failure(409, `Run ${read.runId} has been dispatched again.`);
    case "too_many_steps":
      return failure(413, `Run ${read.runId} has too many steps.`);
    default:
      return outcome satisfies never;
  }
}
