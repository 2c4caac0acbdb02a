import { personFromRequest } from "@/lib/auth/session/principals";
import { editSchema } from "@/lib/contract/lifecycle";
import { editAction } from "@/lib/gateway/amend/edit-action";
import { readJsonBody } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const actionId = idOf(params.id, "id");
  return json(await editAction(person, actionId, await readJsonBody(request, editSchema)), 201);
});
