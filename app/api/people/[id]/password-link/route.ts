import { personFromRequest } from "@/lib/auth/session/principals";
import { issuePasswordLink } from "@/lib/gateway/access/people/issue-password-link";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await issuePasswordLink(person, idOf(params.id, "id")), 201);
});
