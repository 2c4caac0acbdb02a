import type { TenantTransaction } from "@/db/client";
import { addKeyMaker, insertAgent } from "@/db/queries/people/agents";
import { appendAgentEvent } from "@/lib/gateway/access/agents/change-agent-row";
import { newAgentKey } from "@/lib/auth/session/tokens";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { agentNameOf } from "@/lib/core/run/workflow-agent-name";

const limits = { proposalsPerMinuteMax: 120, pendingMax: 1_000 };

/**
 * The agent as which a workflow's runs propose: an agent like any other, with limits and an end of its own. Nobody has its key.
 * @throws AppError already_exists 409 where an agent has its name.
 */
export async function makeWorkflowAgent(
  tx: TenantTransaction,
  admin: Person,
  workflow: string,
): Promise<number> {
  const { hash: keyHash, prefix: keyPrefix } = newAgentKey();
  const name = agentNameOf(workflow);
  const agentId = await insertAgent(tx, {
    tenantId: admin.tenantId,
    name,
    keyHash,
    keyPrefix,
    keyMakers: [admin.userId],
    onBehalfOfUserId: null,
    ...limits,
  });
  if (agentId === null)
    throw new AppError(
      "already_exists",
      `An agent named ${name} exists or existed: give the workflow another name.`,
    );
  await appendAgentEvent(tx, admin, agentId, {
    type: "agent.created",
    details: {
      on_behalf_of: null,
      proposals_per_minute_max: limits.proposalsPerMinuteMax,
      pending_max: limits.pendingMax,
      workflow,
    },
  });
  return agentId;
}

/**
 * Everybody who puts a workflow in force, or sets what its requests or its webhook are trusted by, counts as an author of all that its
 * runs propose, as whoever makes an agent's key does: each of them can say what is proposed.
 */
export async function countAsAuthor(
  tx: TenantTransaction,
  admin: Person,
  agentId: number,
  because: "published" | "secret_set" | "webhook_key_made",
): Promise<void> {
  if ((await addKeyMaker(tx, admin.tenantId, agentId, admin.userId)) === 0) return;
  await appendAgentEvent(tx, admin, agentId, { type: "agent.author_added", details: { because } });
}
