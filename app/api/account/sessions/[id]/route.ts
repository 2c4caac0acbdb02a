import { personFromRequest } from "@/lib/auth/session/principals";
import { endOwnSession } from "@/lib/gateway/access/account/end-own-session";
import { idOf, json, route } from "@/lib/http/route";

export const DELETE = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await endOwnSession(person, idOf(params.id, "id")));
});
