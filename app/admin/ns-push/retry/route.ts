import { personFromRequest } from "@/lib/auth/session/principals";
import { retryPush } from "@/lib/gateway/deliver/repair/replay-push";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route(async (request) => {
  const person = await personFromRequest(request);
  const actionId = idOf(new URL(request.url).searchParams.get("action_id"), "action_id");
  return json(await retryPush(person, actionId));
});
