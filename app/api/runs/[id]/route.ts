import { personFromRequest } from "@/lib/auth/session/principals";
import { runIdOf } from "@/lib/contract/runs";
import { readRun } from "@/lib/gateway/jobs/read-job";
import { json, route } from "@/lib/http/route";

export const GET = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await readRun(person, runIdOf(params.id)));
});
