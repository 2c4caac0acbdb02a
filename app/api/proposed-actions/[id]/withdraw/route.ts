import { personFromRequest } from "@/lib/auth/session/principals";
import { withdrawSchema } from "@/lib/contract/lifecycle";
import { withdrawAction } from "@/lib/gateway/amend/withdraw-action";
import { readJsonBody } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const actionId = idOf(params.id, "id");
  const { reason } = await readJsonBody(request, withdrawSchema);
  return json(await withdrawAction(person, actionId, reason ?? null));
});
