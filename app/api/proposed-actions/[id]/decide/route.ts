import { personFromRequest } from "@/lib/auth/session/principals";
import { apiChannel } from "@/lib/channels/web";
import { decideSchema } from "@/lib/contract/decision";
import { decideAction } from "@/lib/gateway/decide/decide-action";
import { readJsonBody } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const actionId = idOf(params.id, "id");
  const input = await readJsonBody(request, decideSchema);
  const editToken = request.headers.get("x-edit-token");
  return json(await decideAction(person, apiChannel.receive({ actionId, input, editToken })));
});
