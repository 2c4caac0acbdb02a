import { personFromRequest } from "@/lib/auth/session/principals";
import { listQuerySchema } from "@/lib/contract/action-view";
import { listActions } from "@/lib/gateway/read/actions/read-actions";
import { checkInput } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => {
  const person = await personFromRequest(request);
  const query = checkInput(listQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await listActions(person, query));
});
