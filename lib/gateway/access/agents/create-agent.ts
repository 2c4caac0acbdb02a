import type { z } from "zod";
import { inTenant } from "@/db/client";
import { insertAgent } from "@/db/queries/people/agents";
import { newAgentKey } from "@/lib/auth/session/tokens";
import type { AgentKey, createAgentSchema } from "@/lib/contract/people/agents";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { agentViewIn } from "./agent-view";
import { appendAgentEvent, assertPrincipal } from "./change-agent-row";

/**
 * Creates an agent and its key. The key is shown only once; whoever makes it counts as the author of what the agent
 * proposes.
 * @throws AppError not_allowed, session_required 403; already_exists 409, also for the name of a revoked agent;
 *   validation_failed 422; step_up_missing, step_up_invalid 428.
 */
export async function createAgent(
  admin: Person,
  input: z.output<typeof createAgentSchema>,
  gateway: Gateway = getGateway(),
): Promise<AgentKey> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  const key = newAgentKey();
  return inTenant(gateway.database, tenantId, async (tx) => {
    await assertPrincipal(tx, tenantId, input.on_behalf_of);
    await spendStepUp(tx, admin, { purpose: "create_agent", subject: input.name });
    const agentId = await insertAgent(tx, {
      tenantId,
      name: input.name,
      keyHash: key.hash,
      keyPrefix: key.prefix,
      keyMakers: [admin.userId],
      onBehalfOfUserId: input.on_behalf_of,
      proposalsPerMinuteMax: input.proposals_per_minute_max,
      pendingMax: input.pending_max,
    });
    if (agentId === null) {
      throw new AppError("already_exists", "An agent of this name exists or existed: choose another name.", {
        issues: [{ path: "name", message: "is taken, maybe by a revoked agent" }],
      });
    }
    await appendAgentEvent(tx, admin, agentId, {
      type: "agent.created",
      details: {
        on_behalf_of: input.on_behalf_of,
        proposals_per_minute_max: input.proposals_per_minute_max,
        pending_max: input.pending_max,
      },
    });
    return { agent: await agentViewIn(tx, tenantId, agentId), key: key.token };
  });
}
