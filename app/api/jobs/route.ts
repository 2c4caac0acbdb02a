import { personFromRequest } from "@/lib/auth/principals";
import { runsQuerySchema } from "@/lib/contract/jobs";
import { readRuns } from "@/lib/gateway/read-runs";
import { checkInput } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => {
  const person = await personFromRequest(request);
  const query = checkInput(runsQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await readRuns(person, query));
});
