import { personFromRequest } from "@/lib/auth/session/principals";
import { createAgentSchema } from "@/lib/contract/people";
import { createAgent } from "@/lib/gateway/access/agents/create-agent";
import { listAgents } from "@/lib/gateway/access/agents/list-agents";
import { readJsonBody } from "@/lib/http/json-body";
import { json, route } from "@/lib/http/route";

export const GET = route(async (request) => {
  const person = await personFromRequest(request);
  return json({ items: await listAgents(person) });
});

export const POST = route(async (request) => {
  const person = await personFromRequest(request);
  return json(await createAgent(person, await readJsonBody(request, createAgentSchema)), 201);
});
