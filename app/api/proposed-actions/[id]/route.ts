import { personFromRequest } from "@/lib/auth/session/principals";
import { readAction } from "@/lib/gateway/read/actions/read-actions";
import { idOf, json, route } from "@/lib/http/route";

export const GET = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await readAction(person, idOf(params.id, "id")));
});
