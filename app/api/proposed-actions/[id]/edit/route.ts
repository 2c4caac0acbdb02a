import { personFromRequest } from "@/lib/auth/principals";
import { editSchema } from "@/lib/contract/lifecycle";
import { editAction } from "@/lib/gateway/edit-action";
import { readJsonBody } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const actionId = idOf(params.id, "id");
  return json(await editAction(person, actionId, await readJsonBody(request, editSchema)), 201);
});
