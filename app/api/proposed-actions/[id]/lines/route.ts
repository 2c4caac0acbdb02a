import { personFromRequest } from "@/lib/auth/session/principals";
import { linesQuerySchema } from "@/lib/contract/lines";
import { listLines } from "@/lib/gateway/read/actions/read-lines";
import { checkInput } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const GET = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const query = checkInput(linesQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await listLines(person, idOf(params.id, "id"), query));
});
