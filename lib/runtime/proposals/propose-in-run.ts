/** Proposes for a run: under the workflow's agent, once per step, and waits for the end of the action. */

import { randomUUID } from "node:crypto";
import { type TenantTransaction, inTenant } from "@/db/client";
import { findActionFate } from "@/db/queries/actions/proposals";
import { findProof } from "@/db/queries/pushes/internal-writes";
import { extendStepLease, takeWrite } from "@/db/queries/workflows/steps";
import { actionTypeOf } from "@/lib/action-types/registry";
import { proposalSchema } from "@/lib/contract/actions/proposal";
import type { AgentPrincipal } from "@/lib/core/access/principal";
import { isOwnWrite } from "@/lib/gateway/ledger/seals/own-write";
import { currentTrace } from "@/lib/tracing/traced";
import { proposeAction } from "@/lib/gateway/propose/propose-action";
import { secondsOf } from "@/lib/runtime/definitions/definition";
import type { ProposeInput } from "./propose-input";
import { type AgentInRun, agentInRun } from "@/lib/runtime/tools/agent-in-run";
import { type ToolCall, type ToolResult, done, failed } from "@/lib/runtime/tools/tool";

/** Proposes the step's write, and waits until it has ended: it is done when it was applied. */
export async function proposeInRun(call: ToolCall, input: ProposeInput): Promise<ToolResult> {
  if (call.step.proposedActionId !== null) return resultOf(call, call.step.proposedActionId);
  const { gateway, tenantId, run, step, lease, definition } = call;
  const { success, data: proposal, error } = proposalSchema.safeParse(proposalOf(call, input));
  if (!success) {
    const { path, message } = error.issues[0]!;
    return failed("invalid_input", `${path.join(".")} ${message.replace(/^Invalid input: /, "")}.`);
  }
  const found = await inTenant(gateway.database, tenantId, async (tx) => {
    const agent = await agentInRun(tx, call);
    return "refusal" in agent ? agent : { ...agent, taken: await takeWrite(tx, tenantId, lease) };
  });
  if ("refusal" in found) return found.refusal;
  const { taken } = found;
  if (taken === "lost") return failed("lease_lost", "The lease was lost.");
  if (taken === "capped")
    return failed(
      "writes_capped",
      `This run may propose ${run.writesMax} writes, and has proposed that many.`,
    );
  const approvalsMin = definition.approval?.two_person ? 2 : 1;
  const made = await proposeAction(
    principalOf(call, found),
    {
      input: proposal,
      idempotencyKey: step.idempotencyKey,
      correlationId: `run-${run.id}-${randomUUID()}`,
      ...currentTrace(),
      admitted: true,
      standsAlone: true,
      approvalsMin,
      assertWanted: (tx) => assertWanted(tx, call),
    },
    gateway,
  ).catch((fault: unknown) => {
    if (fault instanceof Unwanted) return fault;
    throw fault;
  });
  if (made instanceof Unwanted) return made.refusal;
  const { id: actionId, required_approvals: approvals } = made.proposal;
  // Found under the step's key: made by an attempt before this one, or past the run, which asked for fewer approvals.
  if (approvals < approvalsMin)
    return failed(
      "not_proposed_here",
      `Proposal ${actionId} has this step's key and was not made by this run.`,
    );
  return { kind: "waits_for_action", actionId };
}

class Unwanted extends Error {
  override readonly name = "Unwanted";
  constructor(readonly refusal: ToolResult) {
    super("the run may propose no more");
  }
}

/** NetSuite was asked for the record in the meantime: the run may be cancelled, its agent revoked, or the step's time over. */
async function assertWanted(tx: TenantTransaction, call: ToolCall): Promise<void> {
  const found = await agentInRun(tx, call);
  if ("refusal" in found) throw new Unwanted(found.refusal);
  if (!(await extendStepLease(tx, call.tenantId, call.lease)))
    throw new Unwanted(failed("lease_lost", "The lease was lost."));
}

const proposalOf = ({ run, step, definition: { approval } }: ToolCall, input: ProposeInput) => ({
  ...input,
  entity_type: input.entity_type ?? actionTypeOf(input.action_type)?.entityTypes[0] ?? "",
  entity_ref: String(input.entity_ref),
  conversation_ref: `run ${run.id}, step ${step.stepId}`,
  ...(approval?.expires === undefined ? {} : { expires_in_seconds: secondsOf(approval.expires) }),
});

const words: Readonly<Record<string, string>> = {
  rejected: "was rejected",
  expired: "expired before anybody decided",
  cancelled: "was withdrawn",
  stale: "was not written, because the record had changed",
};

/**
 * An approver may have edited the proposal before its step had noted it: the version in its place counts. It was applied where the app
 * took it in, let it through and saw it written; a row that says so is not enough.
 */
async function resultOf({ gateway, tenantId, step }: ToolCall, proposedId: number): Promise<ToolResult> {
  const { fate, proof } = await inTenant(gateway.database, tenantId, async (tx) => {
    const found = await findActionFate(tx, tenantId, proposedId, step);
    return {
      fate: found,
      proof: found.status === "applied" ? await findProof(tx, tenantId, found.id) : null,
    };
  });
  const { id: actionId } = fate;
  if (!fate.isOfStep)
    return failed("not_proposed_here", `Proposal ${proposedId} is none that this step made.`);
  if (fate.status === "applied") {
    if (proof && isOwnWrite(tenantId, proof))
      return done({ action_id: actionId, record_id: fate.nsInternalId ?? "" });
    return failed("unproven", `Proposal ${actionId} was not written by Countersign, though its row says so.`);
  }
  const said = words[fate.status];
  if (said === undefined) return { kind: "waits_for_action", actionId };
  const why = fate.why ? `: ${fate.why}` : "";
  return failed(`write_${fate.status}`, `Proposal ${actionId} ${said}${why}.`);
}

/**
 * The workflow's agent, speaking for whoever began the run: an agent that began it, for its own person, or for whoever made its key
 * last. They and whoever published the workflow count as its authors.
 */
function principalOf({ tenantId, run }: ToolCall, { agent, beganBy }: AgentInRun): AgentPrincipal {
  const { id: agentId, keyMakers: _, ...rest } = agent;
  return {
    kind: "agent",
    agentId,
    tenantId,
    ...rest,
    onBehalfOfUserId:
      run.startedByUserId ?? beganBy?.onBehalfOfUserId ?? beganBy?.keyMakers.at(-1) ?? agent.onBehalfOfUserId,
  };
}
