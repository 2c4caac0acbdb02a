import { personFromRequest } from "@/lib/auth/session/principals";
import { changeJobSchema, jobIdOf } from "@/lib/contract/jobs";
import { cancelJob } from "@/lib/gateway/jobs/cancel-job";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const jobId = jobIdOf(params.id);
  const { reason } = await readJsonBody(request, changeJobSchema);
  return json(await cancelJob(person, { jobId, reason }));
});
