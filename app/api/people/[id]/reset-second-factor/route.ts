import { personFromRequest } from "@/lib/auth/principals";
import { resetSecondFactor } from "@/lib/gateway/people/reset-second-factor";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await resetSecondFactor(person, idOf(params.id, "id")));
});
