import { personFromRequest } from "@/lib/auth/session/principals";
import { undoSchema } from "@/lib/contract/lifecycle";
import { undoAction } from "@/lib/gateway/amend/undo-action";
import { readJsonBody } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const actionId = idOf(params.id, "id");
  const { reason } = await readJsonBody(request, undoSchema);
  return json(await undoAction(person, actionId, reason ?? null), 201);
});
