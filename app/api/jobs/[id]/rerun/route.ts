import { personFromRequest } from "@/lib/auth/principals";
import { changeRunSchema, runIdOf } from "@/lib/contract/jobs";
import { rerunRun } from "@/lib/gateway/rerun-run";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const runId = runIdOf(params.id);
  const { reason } = await readJsonBody(request, changeRunSchema);
  return json(await rerunRun(person, { runId, reason }));
});
