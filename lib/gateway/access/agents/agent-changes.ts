import type { z } from "zod";
import {
  type LockedAgent,
  replaceAgentKey,
  revokeAgent as revokeRow,
  updateAgent,
} from "@/db/queries/people/agents";
import { newAgentKey } from "@/lib/auth/session/tokens";
import type { AgentKey, changeAgentSchema } from "@/lib/contract/people/agents";
import type { Person } from "@/lib/core/access/principal";
import { getGateway } from "@/lib/gateway/context";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { assertLiveAgent, assertOfNoWorkflow, assertPrincipal, changeAgentRow } from "./change-agent-row";

/** An administrator's changes to an agent. Each one throws AppError not_allowed 403 and not_found 404. */

/**
 * Changes an agent's limits and the person it speaks for, from its next call on.
 * @throws AppError not_live 409, validation_failed 422, agent_of_workflow 409 for whom a workflow's agent speaks for; for the person it speaks for, and for a higher limit,
 *   session_required 403 and step_up_missing, step_up_invalid 428.
 */
export const changeAgent = (
  admin: Person,
  { id, ...change }: { id: number } & z.output<typeof changeAgentSchema>,
  gateway = getGateway(),
) =>
  changeAgentRow(admin, id, gateway, async (tx, agent) => {
    assertLiveAgent(agent);
    if (change.on_behalf_of !== undefined) assertOfNoWorkflow(agent);
    await assertPrincipal(tx, admin.tenantId, change.on_behalf_of);
    if (change.on_behalf_of !== undefined || raisesLimit(agent, change))
      await spendStepUp(tx, admin, { purpose: "change_agent", subject: subjectOf(id, change) });
    await updateAgent(tx, admin.tenantId, id, {
      onBehalfOfUserId: change.on_behalf_of,
      proposalsPerMinuteMax: change.proposals_per_minute_max,
      pendingMax: change.pending_max,
    });
    return { type: "agent.changed", details: change };
  });

/** A higher limit lets more through. */
type AgentChange = z.output<typeof changeAgentSchema>;

/** `7:for 12, 60 a minute, 500 waiting`: all that is changed, so that a code for one change allows no other. */
function subjectOf(id: number, change: AgentChange): string {
  const { on_behalf_of: person, proposals_per_minute_max: perMinute, pending_max: pending } = change;
  const parts = [
    ...(person === undefined ? [] : [`for ${person ?? "nobody"}`]),
    ...(perMinute === undefined ? [] : [`${perMinute} a minute`]),
    ...(pending === undefined ? [] : [`${pending} waiting`]),
  ];
  return `${id}:${parts.join(", ")}`;
}

const raisesLimit = (agent: LockedAgent, change: AgentChange): boolean =>
  (change.proposals_per_minute_max ?? 0) > agent.proposalsPerMinuteMax ||
  (change.pending_max ?? 0) > agent.pendingMax;

/**
 * Revokes an agent for good: its keys are invalid from the next call on. Its proposals stay in the inbox for people to
 * decide. Revoking twice changes nothing.
 */
export const revokeAgent = (admin: Person, id: number, gateway = getGateway()) =>
  changeAgentRow(admin, id, gateway, async (tx, agent) => {
    if (agent.revoked) return null;
    await revokeRow(tx, admin.tenantId, id);
    return { type: "agent.revoked", details: {} };
  });

/**
 * Issues a new key, which is shown only once. The old key ends after `graceHours` (0 to 24). A key that was already in
 * its grace period ends at once. Whoever rotates the key counts as an author of what the agent proposes.
 * @throws AppError session_required 403, not_live, agent_of_workflow 409, step_up_missing and step_up_invalid 428.
 */
export async function rotateAgentKey(
  admin: Person,
  { id, graceHours }: { id: number; graceHours: number },
  gateway = getGateway(),
): Promise<AgentKey> {
  const key = newAgentKey();
  const agent = await changeAgentRow(admin, id, gateway, async (tx, row) => {
    assertLiveAgent(row);
    assertOfNoWorkflow(row);
    await spendStepUp(tx, admin, { purpose: "rotate_agent_key", subject: String(id) });
    const graceSeconds = Math.round(graceHours * 3_600);
    const { hash, prefix } = key;
    const makerUserId = admin.userId;
    await replaceAgentKey(tx, admin.tenantId, id, { hash, prefix, graceSeconds, makerUserId });
    return { type: "agent.key_rotated", details: { grace_seconds: graceSeconds } };
  });
  return { agent, key: key.token };
}
