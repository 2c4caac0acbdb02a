import { personFromRequest } from "@/lib/auth/session/principals";
import { revokeAgent } from "@/lib/gateway/access/agents/revoke-agent";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await revokeAgent(person, idOf(params.id, "id")));
});
