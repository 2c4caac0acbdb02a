import { replaceAgentKey } from "@/db/queries/people/agents";
import { newAgentKey } from "@/lib/auth/session/tokens";
import type { AgentKey } from "@/lib/contract/agents";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertLiveAgent, changeAgentRow } from "./change-agent-row";

/**
 * Issues a new key, which is shown only once. The old key ends after `graceHours` (0 to 24). A key that was already in
 * its grace period ends at once.
 * @throws AppError not_allowed 403, not_found 404, not_live 409.
 */
export async function rotateAgentKey(
  admin: Person,
  { id, graceHours }: { id: number; graceHours: number },
  gateway: Gateway = getGateway(),
): Promise<AgentKey> {
  const key = newAgentKey();
  const agent = await changeAgentRow(admin, id, gateway, async (tx, row) => {
    assertLiveAgent(row);
    const graceSeconds = Math.round(graceHours * 3_600);
    await replaceAgentKey(tx, admin.tenantId, id, { hash: key.hash, prefix: key.prefix, graceSeconds });
    return { type: "agent.key_rotated", details: { grace_seconds: graceSeconds } };
  });
  return { agent, key: key.token };
}
