import type { TenantTransaction } from "@/db/client";
import { findLiveAgent } from "@/db/queries/people/agents";
import { isSuspended } from "@/db/queries/people/tenants";
import { findRole } from "@/db/queries/people/people";
import { isOverdue } from "@/db/queries/workflows/runs";
import { isCalledOff } from "@/db/queries/workflows/steps";
import { findWorkflow } from "@/db/queries/workflows/workflows";
import { mayStart } from "@/lib/core/run/run";
import { isoOf } from "@/lib/core/values/time";
import { type ToolCall, type ToolResult, failed, postponed } from "./tool";

type LiveAgent = NonNullable<Awaited<ReturnType<typeof findLiveAgent>>>;

export interface AgentInRun {
  agent: LiveAgent;
  /** The agent that began the run. Null: none did. */
  beganBy: LiveAgent | null;
}

/** After a caller was cancelled this run is too, within a minute. A paused agent may be resumed at any time. */
const LOOK_AGAIN_MS = 15_000;

/** Postpones the step until an administrator resumes the agent, or the run's deadline. */
export const agentPaused = (message: string): ToolResult => postponed("agent_paused", message, LOOK_AGAIN_MS);

/** Settled so, a step is cancelled with its run. */
export const runIsOver = (): ToolResult =>
  postponed("run_is_over", "The run is over: nothing of it goes out.", LOOK_AGAIN_MS);

/**
 * The workflow's agent, as which a run proposes, sends and asks. Nothing leaves once the run, or one that called it, was cancelled:
 * whoever cancels waits for this transaction. Nor does anything leave after the run's deadline or while the company is suspended, nor
 * once the agent, the agent that began the run or the person who began it is gone, or may begin none any more. While one of its
 * agents is paused its steps wait.
 */
export async function agentInRun(
  tx: TenantTransaction,
  { tenantId, run, step }: Pick<ToolCall, "tenantId" | "run" | "step">,
): Promise<AgentInRun | { refusal: ToolResult }> {
  if (await isCalledOff(tx, tenantId, step.id)) return { refusal: runIsOver() };
  // The minute's tidying, which ends such a run, may be late.
  if (await isOverdue(tx, tenantId, run.id))
    return {
      refusal: failed(
        "after_deadline",
        `This run was to end by ${isoOf(run.deadlineAt)}: nothing of it goes out.`,
      ),
    };
  if (await isSuspended(tx, tenantId))
    return {
      refusal: failed("company_suspended", "This company is suspended: nothing of its runs goes out."),
    };
  const workflow = (await findWorkflow(tx, tenantId, { id: run.workflowId }))!;
  const agent = await findLiveAgent(tx, tenantId, workflow.agentId);
  if (!agent) return { refusal: failed("agent_revoked", "The agent of this workflow was revoked.") };
  if (agent.pausedAt !== null)
    return { refusal: agentPaused(`${agent.name}, the agent of this workflow, is paused.`) };
  const { startedByAgentId: agentId, startedByUserId: userId } = run;
  const beganBy = agentId === null ? null : await findLiveAgent(tx, tenantId, agentId);
  if (agentId !== null && !beganBy)
    return { refusal: failed("agent_revoked", "The agent that began this run was revoked.") };
  if (beganBy && beganBy.pausedAt !== null)
    return { refusal: agentPaused(`${beganBy.name}, the agent that began this run, is paused.`) };
  const role = userId === null ? null : await findRole(tx, tenantId, userId);
  if (userId !== null && role === null)
    return { refusal: failed("person_removed", "The person who began this run was removed.") };
  if (role !== null && !mayStart(role))
    return {
      refusal: failed("person_demoted", `The person who began this run is a ${role} now, who begins none.`),
    };
  return { agent, beganBy };
}
