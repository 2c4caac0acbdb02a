import { personFromRequest } from "@/lib/auth/session/principals";
import { replaySchema } from "@/lib/contract/operations";
import { replayDeadLetter } from "@/lib/gateway/deliver/repair/replay-push";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const POST = route(async (request) => {
  const person = await personFromRequest(request);
  const { dlq_id: id } = await readJsonBody(request, replaySchema);
  return json(await replayDeadLetter(person, id));
});
