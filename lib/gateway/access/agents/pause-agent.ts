import { setAgentPause } from "@/db/queries/people/agents";
import type { Person } from "@/lib/core/access/principal";
import { getGateway } from "@/lib/gateway/context";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";
import { assertLiveAgent, changeAgentRow } from "./change-agent-row";

/** An administrator holds an agent back for a while. Each throws AppError not_allowed 403, not_found 404, not_live 409. */

/**
 * Pauses an agent: once this has returned, nothing more that it proposes or asks is stored, and it begins no run. It still reads and
 * withdraws, what waits stays to be decided, and approved writes go out. Pausing twice changes nothing.
 */
export const pauseAgent = (admin: Person, id: number, gateway = getGateway()) =>
  changeAgentRow(admin, id, gateway, async (tx, agent) => {
    assertLiveAgent(agent);
    if (agent.paused) return null;
    await setAgentPause(tx, admin.tenantId, id, true);
    return { type: "agent.paused", details: {} };
  });

/**
 * Lets a paused agent propose again, from its next call on. Resuming one that is not paused changes nothing.
 * @throws AppError session_required 403, step_up_missing and step_up_invalid 428.
 */
export const resumeAgent = (admin: Person, id: number, gateway = getGateway()) =>
  changeAgentRow(admin, id, gateway, async (tx, agent) => {
    assertLiveAgent(agent);
    if (!agent.paused) return null;
    await spendStepUp(tx, admin, { purpose: "resume_agent", subject: String(id) });
    await setAgentPause(tx, admin.tenantId, id, false);
    return { type: "agent.resumed", details: {} };
  });
