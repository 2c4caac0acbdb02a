/** Runs of workflows: begun, looked at, paused, cancelled and done again. */

import { randomUUID } from "node:crypto";
import { type TenantTransaction, inTenant } from "@/db/client";
import { appendEvent } from "@/db/queries/ledger/events";
import { wakeWorkers } from "@/db/queries/pushes/outbox";
import { findPublication, findVersion, findWorkflow } from "@/db/queries/workflows/workflows";
import { openWorkflowLane } from "@/db/queries/workflows/lanes";
import { findCaps, findRun, findRunByTrigger, insertRun, insertSteps } from "@/db/queries/workflows/runs";
import type { RunView } from "@/lib/contract/workflows/runs";
import { AppError } from "@/lib/core/errors";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import type { TriggerType } from "@/lib/core/run/run";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { assertNotHeldBack } from "@/lib/gateway/propose/pending-quotas";
import { takeAgentRunQuota, takeRunQuota } from "@/lib/gateway/controls/quotas/quotas";
import { sealRun } from "@/lib/gateway/ledger/seals/run-seal";
import { deadlineSecondsOf } from "@/lib/runtime/definitions/definition";
import type { Json } from "@/lib/runtime/values/evaluate";
import { definitionOf } from "@/lib/runtime/versions/definition-of";
import { versionInForce } from "@/lib/runtime/versions/workflow-view";
import { checkInputs } from "./check-inputs";
import { planSteps } from "./plan-steps";
import { reuse } from "./reuse-steps";
import { noSuchRun, runViewOf } from "./run-view";
import { requireStarter } from "./run-access";

export interface StartRequest {
  workflow: string;
  version_id?: number | undefined;
  inputs: Record<string, Json>;
  /** The same one twice is one run. */
  trigger_ref?: string | undefined;
}

export interface BegunRun {
  /** False: it was begun before. */
  created: boolean;
  run: RunView;
}

/**
 * Begins a run for a person or an agent. @throws AppError not_allowed, agent_paused 403; not_found 404 for a workflow or version that is not
 *   here; unproven 409 where the run that it goes on from was written past the app; not_in_force 409, also for another version than the one in force; idempotency_conflict 409 for a trigger_ref that began a run with other inputs, or
 *   for an agent somebody else's; validation_failed 422
 *   naming each input; rate_limited 429.
 */
export async function startRun(
  starter: Person | AgentPrincipal,
  { trigger_ref: ref, ...request }: StartRequest,
  gateway: Gateway = getGateway(),
): Promise<BegunRun> {
  requireStarter(starter);
  if (starter.kind === "agent") {
    await takeAgentRunQuota(starter, gateway);
    await inTenant(gateway.database, starter.tenantId, (tx) => assertNotHeldBack(tx, starter));
  }
  const trigger = { type: "api" as const, ref: ref ?? randomUUID() };
  const { created, runId } = await beginRun(beginnerOf(starter), { ...request, trigger }, gateway);
  const run = await inTenant(gateway.database, starter.tenantId, (tx) =>
    runViewOf(tx, starter.tenantId, runId),
  );
  return { created, run };
}

/** The person that a run is begun for, who counts as an author of all its proposals. */
export interface Beginner {
  tenantId: number;
  userId: number | null;
  agentId: number | null;
  label: string;
  kind: "person" | "agent" | "system";
  /** The person who calls in the agent's name, who has to belong to the company as the run begins. */
  calledByUserId?: number;
}

export const beginnerOf = (starter: Person | AgentPrincipal): Beginner =>
  starter.kind === "person"
    ? {
        tenantId: starter.tenantId,
        userId: starter.userId,
        agentId: null,
        label: starter.name,
        kind: "person",
      }
    : {
        tenantId: starter.tenantId,
        userId: null,
        agentId: starter.agentId,
        label: starter.name,
        kind: "agent",
        ...(starter.calledByUserId !== undefined && { calledByUserId: starter.calledByUserId }),
      };

export interface Beginning {
  workflow: string;
  version_id?: number | undefined;
  inputs: Record<string, Json>;
  /** `formerRef`: under which a release before this one would have begun the same run. */
  trigger: { type: TriggerType; ref: string; formerRef?: string };
  /** The step that calls this workflow, and how many calls lie above the new run. */
  parent?: { stepId: number; depth: number };
  /** The run that this one goes on from. */
  rerunOf?: number;
  /** The action whose event began it: its authors are authors of all that the run proposes. */
  eventActionId?: number;
  /** The run whose end began it, likewise. */
  eventRunId?: number;
}

/** The one way in which runs begin, whatever the trigger. Throws as startRun does. */
export async function beginRun(
  by: Beginner,
  beginning: Beginning,
  gateway: Gateway,
): Promise<{ created: boolean; runId: number }> {
  const { tenantId } = by;
  const prepared = await inTenant(gateway.database, tenantId, (tx) => prepare(tx, by, beginning));
  if (prepared.existing !== null) return { created: false, runId: prepared.existing };
  const begun = await inTenant(gateway.database, tenantId, (tx) => insert(tx, by, beginning, prepared));
  if (begun.created) afterCommit(gateway, tenantId);
  return begun;
}

async function prepare(tx: TenantTransaction, by: Beginner, beginning: Beginning) {
  const { tenantId } = by;
  const workflow = await findWorkflow(tx, tenantId, { name: beginning.workflow });
  if (!workflow) throw new AppError("not_found", `There is no workflow ${beginning.workflow} here.`);
  const { version, inForce } = await versionToRun(tx, tenantId, workflow, beginning);
  const definition = definitionOf(version);
  const inputs = checkInputs(definition, beginning.inputs);
  const inputsHash = canonicalHash(inputs);
  const before = await findRunByTrigger(tx, tenantId, { workflowId: workflow.id, ...beginning.trigger });
  if (before) assertSame(before, by, inputsHash);
  return {
    existing: before?.id ?? null,
    workflow,
    version,
    definition,
    inputs,
    inputsHash,
    caps: await findCaps(tx, tenantId),
    // Whatever version it goes on in: a cap that is loosened or tightened holds for every run that begins from then on.
    perMinute: definitionOf(inForce).limits?.runs_per_minute ?? null,
  };
}

/** An agent gets a run that it began itself, as it sees no others; people see all of them. */
function assertSame(
  before: { id: number; inputsHash: string; startedByAgentId: number | null },
  { agentId }: Beginner,
  inputsHash: string,
): void {
  if (agentId !== null && before.startedByAgentId !== agentId)
    throw new AppError(
      "idempotency_conflict",
      "Somebody else began a run with this trigger_ref: use one of your own.",
    );
  if (before.inputsHash === inputsHash) return;
  throw new AppError(
    "idempotency_conflict",
    `This trigger_ref began run ${before.id} with other inputs: use a new one for a new run.`,
    { members: { id: before.id } },
  );
}

/** The version in force, which is the one that is asked for, if any is; a re-run goes on in its own. */
async function versionToRun(
  tx: TenantTransaction,
  tenantId: number,
  { id: workflowId, name }: { id: number; name: string },
  { version_id: wanted, rerunOf }: Beginning,
) {
  const inForce = versionInForce(tenantId, workflowId, await findPublication(tx, tenantId, workflowId));
  if (inForce === null)
    throw new AppError(
      "not_in_force",
      `${name} is not in force: an administrator publishes a version first.`,
    );
  const version = await findVersion(tx, tenantId, workflowId, wanted ?? inForce);
  if (!version) throw new AppError("not_found", `${name} has no version with the id ${wanted}.`);
  if (version.id === inForce) return { version, inForce: version };
  const current = (await findVersion(tx, tenantId, workflowId, inForce))!;
  if (rerunOf !== undefined) return { version, inForce: current };
  const { number } = current;
  throw new AppError(
    "not_in_force",
    `Version ${version.number} of ${name} is not in force: version ${number} is, with the id ${inForce}.`,
  );
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

async function insert(tx: TenantTransaction, by: Beginner, beginning: Beginning, prepared: Prepared) {
  const { tenantId } = by;
  const { workflow, version, definition, inputs, inputsHash, caps } = prepared;
  const { type, ref } = beginning.trigger;
  const begun = {
    tenantId,
    workflowId: workflow.id,
    workflowVersionId: version.id,
    triggerType: type,
    triggerRef: ref,
    inputsHash,
    startedByUserId: by.userId,
    startedByAgentId: by.agentId,
    startedByLabel: by.label,
    rerunOfId: beginning.rerunOf ?? null,
    parentStepId: beginning.parent?.stepId ?? null,
    eventActionId: beginning.eventActionId ?? null,
    eventRunId: beginning.eventRunId ?? null,
    callDepth: beginning.parent?.depth ?? 0,
    writesMax: Math.min(caps.maxWritesPerRun, definition.limits?.writes ?? 0),
  };
  const seal = sealRun(begun);
  const run = await insertRun(tx, {
    ...begun,
    workspaceId: workflow.workspaceId,
    inputsJson: inputs,
    seal,
    deadlineSeconds: deadlineSecondsOf(definition),
  });
  if (!run) {
    const before = (await findRunByTrigger(tx, tenantId, { workflowId: workflow.id, type, ref }))!;
    assertSame(before, by, inputsHash);
    return { created: false, runId: before.id };
  }
  // Read after the insert, whose foreign key waits for whoever changes the agent.
  if (by.agentId !== null) await assertNotHeldBack(tx, { ...by, agentId: by.agentId, name: by.label });
  await takeRunQuota(tx, tenantId, workflow.id, {
    tenantPerMinute: caps.maxRunsPerMin,
    workflowPerMinute: prepared.perMinute,
  });
  const maxConcurrency = definition.limits?.concurrency ?? null;
  await openWorkflowLane(tx, { tenantId, workflowId: workflow.id, maxConcurrency });
  if (beginning.rerunOf === undefined)
    await insertSteps(
      tx,
      { tenantId, runId: run.id, workflowId: workflow.id },
      planSteps(definition, "steps"),
    );
  else await reuse(tx, tenantId, run.id, beginning.rerunOf);
  await appendEvent(tx, {
    tenantId,
    actorKind: by.kind,
    actorLabel: by.label,
    entityType: "run",
    entityId: run.id,
    type: "run.started",
    details: {
      workflow: workflow.name,
      version: version.number,
      hash: version.hash,
      trigger_type: type,
      trigger_ref: ref,
      inputs_hash: inputsHash,
      ...(by.userId === null ? {} : { by_user_id: by.userId }),
      ...(beginning.rerunOf === undefined ? {} : { rerun_of: beginning.rerunOf }),
      ...(beginning.eventActionId === undefined ? {} : { event_action_id: beginning.eventActionId }),
      ...(beginning.eventRunId === undefined ? {} : { event_run_id: beginning.eventRunId }),
      seal,
    },
  });
  await wakeWorkers(tx, tenantId, `run-${run.id}`);
  return { created: true, runId: run.id };
}

/** The run of this id, with its workflow. @throws AppError not_found 404. */
export async function requireRun(tx: TenantTransaction, tenantId: number, runId: number) {
  const run = await findRun(tx, tenantId, runId);
  if (!run) throw noSuchRun();
  return run;
}
