import { personFromRequest } from "@/lib/auth/session/principals";
import { revokePerson } from "@/lib/gateway/access/people/revoke-person";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await revokePerson(person, idOf(params.id, "id")));
});
