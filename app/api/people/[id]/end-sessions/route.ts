import { personFromRequest } from "@/lib/auth/session/principals";
import { endSessions } from "@/lib/gateway/access/people/end-sessions";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await endSessions(person, idOf(params.id, "id")));
});
