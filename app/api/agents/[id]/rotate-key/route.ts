import { personFromRequest } from "@/lib/auth/session/principals";
import { rotateKeySchema } from "@/lib/contract/people";
import { rotateAgentKey } from "@/lib/gateway/access/agents/rotate-agent-key";
import { readJsonBody } from "@/lib/http/json-body";
import { idOf, json, route } from "@/lib/http/route";

export const POST = route<{ id: string }>(async (request, { params }) => {
  const person = await personFromRequest(request);
  const id = idOf(params.id, "id");
  const { grace_hours } = await readJsonBody(request, rotateKeySchema);
  return json(await rotateAgentKey(person, { id, graceHours: grace_hours }), 201);
});
