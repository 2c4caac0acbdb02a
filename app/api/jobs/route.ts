import { personFromRequest } from "@/lib/auth/session/principals";
import { jobsQuerySchema } from "@/lib/contract/jobs";
import { readJobs } from "@/lib/gateway/jobs/read-jobs";
import { checkInput } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => {
  const person = await personFromRequest(request);
  const query = checkInput(jobsQuerySchema, Object.fromEntries(new URL(request.url).searchParams));
  return json(await readJobs(person, query));
});
