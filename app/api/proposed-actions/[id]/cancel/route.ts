import { personFromRequest } from "@/lib/auth/session/principals";
import { cancelSchema } from "@/lib/contract/lifecycle";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { readJsonBody } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const actionId = idOf(params.id, "id");
  const { comment } = await readJsonBody(request, cancelSchema);
  return json(await cancelAction(person, actionId, comment));
});
