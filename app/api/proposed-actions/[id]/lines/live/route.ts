import { personFromRequest } from "@/lib/auth/session/principals";
import { liveLinesQuerySchema } from "@/lib/contract/lines";
import { readLiveLines } from "@/lib/gateway/read/actions/read-lines";
import { checkInput } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const GET = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const query = checkInput(liveLinesQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await readLiveLines(person, idOf(params.id, "id"), query));
});
