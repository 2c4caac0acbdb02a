import { personFromRequest } from "@/lib/auth/session/principals";
import { reproposeSchema } from "@/lib/contract/lifecycle";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { readJsonBody } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const actionId = idOf(params.id, "id");
  await readJsonBody(request, reproposeSchema);
  return json(await reproposeAction(person, actionId), 201);
});
