import { personFromRequest } from "@/lib/auth/session/principals";
import { runsQuerySchema } from "@/lib/contract/runs";
import { readRuns } from "@/lib/gateway/jobs/read-jobs";
import { checkInput } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => {
  const person = await personFromRequest(request);
  const query = checkInput(runsQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await readRuns(person, query));
});
