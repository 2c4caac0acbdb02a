import { personFromRequest } from "@/lib/auth/session/principals";
import { jobIdOf } from "@/lib/contract/jobs";
import { readJob } from "@/lib/gateway/jobs/read-job";
import { json, route } from "@/lib/http/route";

export const GET = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await readJob(person, jobIdOf(params.id)));
});
