import type { RunBeginning } from "@/db/schema/runs";
import { canonicalText } from "@/lib/core/ledger/payload-hash";
import { type KeyRing, keyRing } from "@/lib/secrets/key-ring";
import { findHashKey, keyedHash } from "@/lib/secrets/keyed-hash";

/**
 * The app's seal on each run that it began, kept on the run and in the event of its beginning. No step of a run without it is
 * done: a person with access to the database alone could otherwise begin a workflow with inputs of their own, in anybody's name
 * (docs/adr/0107). It holds no id: trigger type and ref name one run of a workflow for good.
 */
export const sealRun = (run: RunBeginning): string => keyedHash("run", textOf(run));

/** The key under which the seal fits. Null: none. */
export const findRunKey = (
  run: RunBeginning,
  seal: string | null | undefined,
  keys: KeyRing = keyRing(),
): keyof KeyRing | null => findHashKey("run", textOf(run), seal, keys);

/** True for a run that the app began. Its inputs are looked at apart, by their hash. */
export const isGenuineRun = (run: RunBeginning & { seal: string | null }): boolean =>
  findRunKey(run, run.seal) !== null;

/** Each member by name: rows have others beside them. */
const textOf = (run: RunBeginning): string =>
  canonicalText({
    kind: "run",
    tenantId: run.tenantId,
    workflowId: run.workflowId,
    workflowVersionId: run.workflowVersionId,
    triggerType: run.triggerType,
    triggerRef: run.triggerRef,
    inputsHash: run.inputsHash,
    startedByUserId: run.startedByUserId,
    startedByAgentId: run.startedByAgentId,
    startedByLabel: run.startedByLabel,
    rerunOfId: run.rerunOfId,
    parentStepId: run.parentStepId,
    eventActionId: run.eventActionId,
    // Left out where there is none: runs from before it have a seal without it.
    ...(run.eventRunId === null ? {} : { eventRunId: run.eventRunId }),
    callDepth: run.callDepth,
    writesMax: run.writesMax,
  });

/** The same of the state that an event of a run holds. */
export const runOfState = (tenantId: number, state: Readonly<Record<string, unknown>>): RunBeginning =>
  ({
    tenantId,
    workflowId: state.workflow_id,
    workflowVersionId: state.workflow_version_id,
    triggerType: state.trigger_type,
    triggerRef: state.trigger_ref,
    inputsHash: state.inputs_hash,
    startedByUserId: state.started_by_user_id ?? null,
    startedByAgentId: state.started_by_agent_id ?? null,
    startedByLabel: state.started_by_label,
    rerunOfId: state.rerun_of_id ?? null,
    parentStepId: state.parent_step_id ?? null,
    eventActionId: state.event_action_id ?? null,
    eventRunId: state.event_run_id ?? null,
    callDepth: state.call_depth,
    writesMax: state.writes_max,
  }) as RunBeginning;
