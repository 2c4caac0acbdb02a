import { personFromRequest } from "@/lib/auth/session/principals";
import { changeAgentSchema } from "@/lib/contract/people";
import { changeAgent } from "@/lib/gateway/access/agents/change-agent";
import { readJsonBody } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const PATCH = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const id = idOf(params.id, "id");
  return json(await changeAgent(person, { id, ...(await readJsonBody(request, changeAgentSchema)) }));
});
