import { personFromRequest } from "@/lib/auth/session/principals";
import { restorePerson } from "@/lib/gateway/access/people/restore-person";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await restorePerson(person, idOf(params.id, "id")));
});
