import { personFromRequest } from "@/lib/auth/session/principals";
import { changeRunSchema, runIdOf } from "@/lib/contract/runs";
import { cancelRun } from "@/lib/gateway/jobs/cancel-job";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const runId = runIdOf(params.id);
  const { reason } = await readJsonBody(request, changeRunSchema);
  return json(await cancelRun(person, { runId, reason }));
});
