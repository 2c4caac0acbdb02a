import { personFromRequest } from "@/lib/auth/session/principals";
import { revokeToken } from "@/lib/gateway/access/account/revoke-token";
import { idOf, json, route } from "@/lib/http/route";

export const DELETE = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await revokeToken(person, idOf(params.id, "id")));
});
