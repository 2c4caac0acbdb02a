import { personFromRequest } from "@/lib/auth/session/principals";
import { unlinkSignIn } from "@/lib/gateway/access/people/unlink-sign-in";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await unlinkSignIn(person, idOf(params.id, "id")));
});
