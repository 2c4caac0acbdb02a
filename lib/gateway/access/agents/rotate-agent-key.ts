import { replaceAgentKey } from "@/db/queries/people/agents";
import { newAgentKey } from "@/lib/auth/session/tokens";
import type { AgentKey } from "@/lib/contract/people";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertLiveAgent, changeAgentRow } from "./change-agent-row";

/**
 * A new key, shown this once. The old one stops at once, or after `graceHours` (at most 24); one that was in its grace
 * already stops either way.
 * @throws AppError not_allowed 403, not_found 404, not_live 409.
 */
export async function rotateAgentKey(
  admin: Person,
  { id, graceHours }: { id: number; graceHours: number },
  gateway: Gateway = getGateway(),
): Promise<AgentKey> {
  const key = newAgentKey();
  const agent = await changeAgentRow(admin, id, gateway, async (tx, found) => {
    assertLiveAgent(found);
    const graceSeconds = Math.round(graceHours * 3_600);
    await replaceAgentKey(tx, admin.tenantId, id, { hash: key.hash, prefix: key.prefix, graceSeconds });
    return { type: "agent.key_rotated", details: { grace_seconds: graceSeconds } };
  });
  return { agent, key: key.token };
}
