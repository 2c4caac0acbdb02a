import {
  agentKeySchema,
  agentViewSchema,
  agentsSchema,
  changeAgentSchema,
  createAgentSchema,
  rotateKeySchema,
} from "@/lib/contract/people/agents";
import { heldBackSchema } from "@/lib/contract/people/held-back";
import { changeProposalLimitsSchema, proposalLimitsSchema } from "@/lib/contract/settings/proposal-limits";
import { changeAgent, revokeAgent, rotateAgentKey } from "@/lib/gateway/access/agents/agent-changes";
import { createAgent } from "@/lib/gateway/access/agents/create-agent";
import { listAgents } from "@/lib/gateway/access/agents/list-agents";
import { pauseAgent, resumeAgent } from "@/lib/gateway/access/agents/pause-agent";
import { changeProposalLimits, readProposalLimits } from "@/lib/gateway/controls/quotas/proposal-limits";
import { readHeldBack } from "@/lib/gateway/read/state/read-held-back";
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
  pauseAgent: defineOperation("POST /api/agents/{id}/pause", {
    summary: "Hold an agent back: it proposes nothing, asks nobody and begins no run until it is resumed",
    role: "admin",
    answers: ok(agentViewSchema),
    refusals: ["not_live"],
    verb: (admin, { id }) => pauseAgent(admin, id),
  }),
  resumeAgent: defineOperation("POST /api/agents/{id}/resume", {
    summary: "Let a paused agent propose again",
    role: "admin",
    answers: ok(agentViewSchema),
    refusals: ["not_live"],
    stepUp: true,
    verb: (admin, { id }) => resumeAgent(admin, id),
  }),
  readHeldBack: defineOperation("GET /api/held-back", {
    summary: "What agents were refused because of a limit or a pause, and what waits most",
    role: "approver",
    answers: ok(heldBackSchema),
    verb: (person) => readHeldBack(person),
  }),
  readProposalLimits: defineOperation("GET /api/proposal-limits", {
    summary: "How much agents of your company may propose and have waiting",
    answers: ok(proposalLimitsSchema),
    verb: (person) => readProposalLimits(person),
  }),
  changeProposalLimits: defineOperation("PATCH /api/proposal-limits", {
    summary: "Change how much agents of your company may propose and have waiting",
    role: "admin",
    body: changeProposalLimitsSchema,
    example: { record_max: 10, reason: "One record at a time" },
    answers: ok(proposalLimitsSchema),
    stepUp: true,
    verb: (admin, change) => changeProposalLimits(admin, change),
  }),
  revokeAgent: defineOperation("POST /api/agents/{id}/revoke", {
    summary: "End an agent's keys at once; what it proposed stays to be decided",
    role: "admin",
    answers: ok(agentViewSchema),
    verb: (admin, { id }) => revokeAgent(admin, id),
  }),
};
