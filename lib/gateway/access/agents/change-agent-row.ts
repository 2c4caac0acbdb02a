import { type TenantTransaction, inTenant } from "@/db/client";
import { type LockedAgent, lockAgent } from "@/db/queries/people/agents";
import { isLiveMember } from "@/db/queries/people/people";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import type { AgentView } from "@/lib/contract/people/agents";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import type { Gateway } from "@/lib/gateway/context";
import { agentViewIn } from "./agent-view";

/** The ledger event of the change; null: nothing changed. */
type AgentChange = { type: string; details: Record<string, unknown> } | null;

/**
 * Runs an administrator's change to an agent. The change and its event commit together.
 * @throws AppError not_allowed 403, not_found 404, and any error of the change.
 */
export async function changeAgentRow(
  admin: Person,
  agentId: number,
  gateway: Gateway,
  change: (tx: TenantTransaction, agent: LockedAgent) => Promise<AgentChange>,
): Promise<AgentView> {
  requireRole(admin, "admin");
  const { tenantId } = admin;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const agent = await lockAgent(tx, tenantId, agentId);
    if (!agent) throw new AppError("not_found", "There is no such agent here.");
    const event = await change(tx, agent);
    if (event) await appendAgentEvent(tx, admin, agentId, event);
    return agentViewIn(tx, tenantId, agentId);
  });
}

export async function appendAgentEvent(
  tx: TenantTransaction,
  admin: Person,
  agentId: number,
  event: NonNullable<AgentChange>,
): Promise<void> {
  await appendEvent(tx, {
    ...byPerson(admin),
    entityType: "agent",
    entityId: agentId,
    type: event.type,
    details: { agent_id: agentId, by_user_id: admin.userId, ...event.details },
  });
}

/** @throws AppError not_live 409: a revoked agent cannot be restored. */
export function assertLiveAgent({ revoked }: { revoked: boolean }): void {
  if (revoked) throw new AppError("not_live", "This agent was revoked. Create another one under a new name.");
}

/**
 * A holder of the key of a workflow's agent could propose as the workflow, past its text and its approvals.
 * @throws AppError agent_of_workflow 409.
 */
export function assertOfNoWorkflow({ workflow }: { workflow: string | null }): void {
  if (workflow === null) return;
  throw new AppError(
    "agent_of_workflow",
    `The runs of ${workflow} propose as this agent: it has no key to hand out, and it speaks for whoever began the run.`,
  );
}

/** @throws AppError validation_failed 422 unless the user is a live member of the tenant. */
export async function assertPrincipal(
  tx: TenantTransaction,
  tenantId: number,
  userId: number | null | undefined,
): Promise<void> {
  if (userId === null || userId === undefined || (await isLiveMember(tx, tenantId, userId))) return;
  throw new AppError("validation_failed", "An agent can only speak for a person who belongs here.", {
    issues: [{ path: "on_behalf_of", message: "must be a person who belongs here now" }],
  });
}
