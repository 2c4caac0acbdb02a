import { inTenant } from "@/db/client";
import { listAgents as listRows } from "@/db/queries/people/agents";
import type { AgentView } from "@/lib/contract/people/agents";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { agentViewOf } from "./agent-view";

/** All agents of the tenant without their keys, live ones first, then by name. @throws AppError not_allowed 403. */
export async function listAgents(admin: Person, gateway: Gateway = getGateway()): Promise<AgentView[]> {
  requireRole(admin, "admin");
  const rows = await inTenant(gateway.database, admin.tenantId, (tx) => listRows(tx, admin.tenantId));
  return rows.map(agentViewOf);
}
