import { sameText } from "../app/signature";
import { requestBytesMax } from "../limits";
import { readEvents } from "./event-request";
import { type Api, type ApiRequest, type Reply, failure } from "./request";

/** POST /e/:key: one event or a list. */
export async function postEvents(api: Api, request: ApiRequest): Promise<Reply> {
  const key = request.path[1] ?? "";
  if (api.eventKey !== null && !sameText(key, api.eventKey)) return failure(401, "Event key not found.");
  const body = await request.body(requestBytesMax);
  if (body === null) return failure(413, `A request may hold ${requestBytesMax} bytes.`);
  const seed = request.header("x-inngest-event-id-seed");
  const read = readEvents(body, { seed, nowMs: api.now(), wallMs: Date.now() });
  if ("problem" in read) return failure(400, read.problem);
  const ids = await api.takeEvents(read.events);
  return { status: 200, body: { ids, status: 200 } };
}
