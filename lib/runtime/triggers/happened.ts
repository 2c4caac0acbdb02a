import type { TenantTransaction } from "@/db/client";
import { readActionRow } from "@/db/queries/actions/actions";
import { findLiveAgent } from "@/db/queries/people/agents";
import { listEventTexts } from "@/db/queries/ledger/events";
import { readIntake } from "@/db/queries/pushes/pushes";
import { findRunOfAction } from "@/db/queries/workflows/run-proposals";
import { beginsByItself, findRun } from "@/db/queries/workflows/runs";
import { listStepProofs } from "@/db/queries/workflows/steps";
import type { ProposedActionRow } from "@/db/schema/actions";
import {
  type ActionEvent,
  type Facts,
  type PushEvent,
  type RunEvent,
  type TriggerEvent,
  ledgerTypesOf,
} from "@/lib/core/run/trigger-events";
import { type EventBody, readBody } from "@/lib/core/ledger/replay/event-body";
import { findSeal } from "@/lib/gateway/ledger/seals/event-seals";
import { isTakenIn } from "@/lib/gateway/ledger/seals/intake-seal";
import { isGenuineRun } from "@/lib/gateway/ledger/seals/run-seal";
import { actionUrl } from "@/lib/gateway/read/proposals/action-url";
import { areDone } from "@/lib/runtime/runs/step-proofs";
import { runUrl } from "@/lib/runtime/runs/run-view";

/** An event as the app itself recorded it. */
export interface Happened {
  /** The time of the event in the ledger. */
  at: string;
  facts: Facts;
  /** The same occasion has the same one. */
  ref: string;
  /** The person who caused the event. They choose the runs' input, so they count as an author of all that these propose. */
  userId: number | null;
  actionId?: number;
  runId?: number;
}

/** `unproven`: the ledger says it without the app's seal. Null: it begins no run. */
type Found = Happened | "unproven" | null;

/** The event of an action. Null: there is no such action, or a run proposed it. */
export async function happenedToAction(
  tx: TenantTransaction,
  event: ActionEvent,
  tenantId: number,
  actionId: number,
): Promise<Found> {
  const action = await actionOfNoRun(tx, tenantId, actionId);
  if (!action) return null;
  const said = await findSaid(tx, event, { tenantId, actionId }, () => true);
  if (!said) return "unproven";
  return {
    at: said.at,
    facts: { id: actionId, name: event, ...factsOfAction(action) },
    ref: String(actionId),
    userId: await authorIn(tx, action),
    actionId,
  };
}

/** How an attempt to write ended. Null: there is no such push, or a run proposed its action. */
export async function happenedToPush(
  tx: TenantTransaction,
  event: PushEvent,
  tenantId: number,
  { actionId, pushId, attempt }: { actionId: number; pushId: number; attempt: number },
): Promise<Found> {
  const action = await actionOfNoRun(tx, tenantId, actionId);
  if (!action) return null;
  const said = await findSaid(
    tx,
    event,
    { tenantId, actionId, mark: `"push_id": ${pushId}` },
    ({ details }) =>
      details.push_id === pushId && (event !== "push.dead" || details.lease_attempt === attempt),
  );
  if (!said) return "unproven";
  const { line_no: line = null, code = null } = said.body.details;
  return {
    at: said.at,
    facts: {
      ...factsOfAction(action),
      id: pushId,
      name: event,
      action_id: actionId,
      line: typeof line === "number" ? line : null,
      code: typeof code === "string" ? code : null,
      status: event.slice("push.".length),
    },
    ref: event === "push.dead" ? `${pushId}/${attempt}` : String(pushId),
    userId: await authorIn(tx, action),
    actionId,
  };
}

/**
 * How a run ended. Null: there is none, or its end begins none: an event began it, or a run that it goes on from, or another run called
 * it. Workflows that answer each other's ends would never end otherwise.
 */
export async function happenedToRun(
  tx: TenantTransaction,
  event: RunEvent,
  tenantId: number,
  runId: number,
): Promise<Found> {
  const run = await findRun(tx, tenantId, runId);
  if (!run || !(await beginsByItself(tx, tenantId, runId))) return null;
  const [type] = ledgerTypesOf(event);
  const [said] = await listEventTexts(tx, { tenantId, entityType: "run", entityId: runId, types: [type!] });
  // Its status is what its steps' rows say: a person with access to the database alone can write those.
  const isDone =
    event !== "run.succeeded" || areDone({ tenantId, runId }, await listStepProofs(tx, tenantId, runId));
  if (!said || `run.${run.status}` !== type || !isGenuineRun({ ...run, tenantId }) || !isDone)
    return "unproven";
  return {
    at: said.occurredAt,
    facts: {
      id: runId,
      name: event,
      workflow: run.workflow,
      version: run.versionNumber,
      status: event.slice("run.".length),
      trigger_type: run.triggerType,
      error_step: run.errorStep,
      error_message: run.errorMessage,
      url: runUrl(runId),
    },
    ref: String(runId),
    userId: run.startedByUserId,
    runId,
  };
}

/** The action as its row is. Null: there is none, or a run proposed it: workflows that answer each other would never end. */
async function actionOfNoRun(tx: TenantTransaction, tenantId: number, actionId: number) {
  return (await findRunOfAction(tx, tenantId, actionId)) ? null : readActionRow(tx, tenantId, actionId);
}

/** The first such event of the ledger under the app's seal. Null: there is none, or the app did not take the action in as its row is. */
async function findSaid(
  tx: TenantTransaction,
  event: TriggerEvent,
  { tenantId, actionId, mark }: { tenantId: number; actionId: number; mark?: string },
  isIt: (body: EventBody) => boolean,
): Promise<{ at: string; body: EventBody } | null> {
  const intake = await readIntake(tx, tenantId, actionId);
  if (!intake || !isTakenIn({ ...intake, tenantId, actionId }, intake.intakeSeals)) return null;
  const texts = await listEventTexts(tx, {
    tenantId,
    entityType: "proposed_action",
    entityId: actionId,
    types: ledgerTypesOf(event),
    ...(mark === undefined ? {} : { mark }),
  });
  for (const { bodyText, occurredAt: at } of texts) {
    const body = readBody(bodyText);
    if (body && findSeal(tenantId, bodyText) !== "missing" && isIt(body)) return { at, body };
  }
  return null;
}

const factsOfAction = ({
  id,
  actionType,
  entityType,
  entityRef,
  status,
  customerRef,
  impactCents,
}: ProposedActionRow): Facts => ({
  action_type: actionType,
  entity_type: entityType,
  entity_ref: entityRef,
  status,
  customer: customerRef,
  impact_cents: impactCents,
  url: actionUrl(id),
});

/** The version's author, else the person that the agent speaks for, else the last maker of its key. Null: the agent is gone. */
async function authorIn(
  tx: TenantTransaction,
  { tenantId, agentId, authorUserId, onBehalfOfUserId }: ProposedActionRow,
): Promise<number | null> {
  const named = authorUserId ?? onBehalfOfUserId;
  return named ?? (await findLiveAgent(tx, tenantId, agentId))?.keyMakers.at(-1) ?? null;
}
