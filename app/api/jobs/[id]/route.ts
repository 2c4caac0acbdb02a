import { personFromRequest } from "@/lib/auth/principals";
import { runIdOf } from "@/lib/contract/jobs";
import { readRun } from "@/lib/gateway/read-run";
import { json, route } from "@/lib/http/route";

export const GET = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  return json(await readRun(person, runIdOf(params.id)));
});
