import { personFromRequest } from "@/lib/auth/session/principals";
import { resetSecondFactor } from "@/lib/gateway/access/people/reset-second-factor";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await resetSecondFactor(person, idOf(params.id, "id")));
});
