import {
  agentKeySchema,
  agentViewSchema,
  agentsSchema,
  changeAgentSchema,
  createAgentSchema,
  rotateKeySchema,
} from "@/lib/contract/people/agents";
import { changeAgent, revokeAgent, rotateAgentKey } from "@/lib/gateway/access/agents/agent-changes";
import { createAgent } from "@/lib/gateway/access/agents/create-agent";
import { listAgents } from "@/lib/gateway/access/agents/list-agents";
import { created, defineOperation, ok } from "@/lib/operations/frame/operation";

/** Agents and their keys, as administrators manage them. */

export const agents = {
  listAgents: defineOperation("GET /api/agents", {
    summary: "Every agent, without its key",
    role: "admin",
    answers: ok(agentsSchema),
    verb: async (admin) => ({ items: await listAgents(admin) }),
  }),
  createAgent: defineOperation("POST /api/agents", {
    summary: "Create an agent; its key is shown once",
    role: "admin",
    body: createAgentSchema,
    example: { name: "pricing-agent-2" },
    answers: created(agentKeySchema),
    refusals: ["already_exists"],
    stepUp: true,
    verb: (admin, agent) => createAgent(admin, agent),
  }),
  changeAgent: defineOperation("PATCH /api/agents/{id}", {
    summary: "Change an agent's limits or whom it speaks for",
    role: "admin",
    body: changeAgentSchema,
    example: { pending_max: 1 },
    answers: ok(agentViewSchema),
    refusals: ["not_live", "agent_of_workflow"],
    stepUp: true,
    verb: (admin, change) => changeAgent(admin, change),
  }),
  rotateAgentKey: defineOperation("POST /api/agents/{id}/rotate-key", {
    summary: "A new key, shown once; the old one stops at once or after a grace of at most 24 hours",
    role: "admin",
    body: rotateKeySchema,
    answers: created(agentKeySchema, "Rotated"),
    refusals: ["not_live", "agent_of_workflow"],
    stepUp: true,
    verb: (admin, { id, grace_hours }) => rotateAgentKey(admin, { id, graceHours: grace_hours }),
  }),
  revokeAgent: defineOperation("POST /api/agents/{id}/revoke", {
    summary: "End an agent's keys at once; what it proposed stays to be decided",
    role: "admin",
    answers: ok(agentViewSchema),
    verb: (admin, { id }) => revokeAgent(admin, id),
  }),
};
