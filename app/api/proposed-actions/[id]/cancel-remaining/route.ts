import { personFromRequest } from "@/lib/auth/session/principals";
import { cancelRemainingSchema } from "@/lib/contract/lines";
import { cancelRemainingLines } from "@/lib/gateway/amend/cancel-remaining-lines";
import { readJsonBody } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const actionId = idOf(params.id, "id");
  const { reason } = await readJsonBody(request, cancelRemainingSchema);
  return json(await cancelRemainingLines(person, { actionId, reason }));
});
