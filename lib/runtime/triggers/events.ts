import { type TenantTransaction, inTenant } from "@/db/client";
import { readActionRow } from "@/db/queries/actions/actions";
import { findLiveAgent } from "@/db/queries/people/agents";
import { listEventTexts } from "@/db/queries/ledger/events";
import { readIntake } from "@/db/queries/pushes/pushes";
import { findRunOfAction } from "@/db/queries/workflows/run-proposals";
import { type VersionInForce, listInForce } from "@/db/queries/workflows/workflows";
import type { ProposedActionRow } from "@/db/schema/actions";
import { type TriggerEvent, ledgerTypeOf } from "@/lib/core/run/trigger-events";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { findSeal } from "@/lib/gateway/ledger/seals/event-seals";
import { isTakenIn } from "@/lib/gateway/ledger/seals/intake-seal";
import { describeError, log } from "@/lib/log";
import { actionUrl } from "@/lib/gateway/read/proposals/action-url";
import type { TriggerDefinition } from "@/lib/runtime/definitions/definition";
import { ValueError } from "@/lib/runtime/values/evaluate";
import { definitionOf } from "@/lib/runtime/versions/definition-of";
import { versionInForce } from "@/lib/runtime/versions/workflow-view";
import { beginTriggered } from "./triggered";
import { waitedAt } from "./waited-at";

/**
 * Begins a run of each workflow in force that waits for this event of an action, once for each. None begins for
 *
 * - what a run proposed: workflows that answer each other would never end;
 * - what the app did not take in, or did not write in the ledger: a run is told what the action's row says;
 * - what happened before the workflow waited for it.
 *
 * @throws AppError rate_limited 429 or a fault, such as a lost database, where a run may begin later, so that the engine asks again; all
 *   others were tried by then, and those that began do not begin again.
 */
export async function beginForEvent(
  event: TriggerEvent,
  tenantId: number,
  actionId: number,
  gateway: Gateway = getGateway(),
): Promise<{ begun: number }> {
  const found = await inTenant(gateway.database, tenantId, async (tx) => {
    const versions = await listInForce(tx, tenantId, `"${event}"`);
    if (versions.length === 0 || (await findRunOfAction(tx, tenantId, actionId))) return null;
    const action = await readActionRow(tx, tenantId, actionId);
    if (!action) return null;
    const at = await happenedAt(tx, event, tenantId, actionId);
    if (at === null) {
      log.error({ tenantId, actionId, event }, "An event without the app's seal begins no run");
      return null;
    }
    const waiting: VersionInForce[] = [];
    for (const version of versions)
      if (await waitedAt(tx, tenantId, version, at, (trigger) => trigger.event === event))
        waiting.push(version);
    return { versions: waiting, action, userId: await authorIn(tx, action) };
  });
  if (!found) return { begun: 0 };
  const { id, actionType, entityType, entityRef, status, customerRef, impactCents } = found.action;
  const facts = {
    id,
    name: event,
    action_type: actionType,
    entity_type: entityType,
    entity_ref: entityRef,
    status,
    customer: customerRef,
    impact_cents: impactCents,
    url: actionUrl(id),
  };
  const happening = { tenantId, actionId, event, facts, userId: found.userId };
  const late: unknown[] = [];
  let begun = 0;
  for (const version of found.versions)
    for (const [index, on] of triggersOf(tenantId, version, event))
      try {
        if (await beginOne(version, { on, index }, happening, gateway)) begun += 1;
      } catch (error) {
        if (!isFinal(error)) late.push(error);
        const { workflow } = version;
        log.warn(
          { tenantId, actionId, workflow, error: describeError(error) },
          "An event could not begin a run",
        );
      }
  if (late.length > 0) throw late[0];
  return { begun };
}

/**
 * When it happened, by the first event of the ledger under the app's seal. Null: there is none, or the app did not take the action in as its
 * row is.
 */
async function happenedAt(
  tx: TenantTransaction,
  event: TriggerEvent,
  tenantId: number,
  actionId: number,
): Promise<string | null> {
  const intake = await readIntake(tx, tenantId, actionId);
  if (!intake || !isTakenIn({ ...intake, tenantId, actionId }, intake.intakeSeals)) return null;
  const texts = await listEventTexts(tx, tenantId, actionId, ledgerTypeOf(event));
  return texts.find(({ bodyText }) => findSeal(tenantId, bodyText) !== "missing")?.occurredAt ?? null;
}

interface Happening {
  tenantId: number;
  actionId: number;
  event: TriggerEvent;
  facts: Record<string, string | number | null>;
  userId: number | null;
}

/** Whoever brought the action about: they say what the runs are told, and count as an author of what these propose. */
async function authorIn(
  tx: TenantTransaction,
  { tenantId, agentId, authorUserId, onBehalfOfUserId }: ProposedActionRow,
): Promise<number | null> {
  const named = authorUserId ?? onBehalfOfUserId;
  return named ?? (await findLiveAgent(tx, tenantId, agentId))?.keyMakers.at(-1) ?? null;
}

/** Those that wait for the event: their places in the version's text. */
function triggersOf(
  tenantId: number,
  version: VersionInForce,
  event: TriggerEvent,
): [number, TriggerDefinition[]][] {
  if (versionInForce(tenantId, version.workflowId, version) === null) return [];
  const { on = [] } = definitionOf({ definitionText: version.definitionText, hash: version.hash! });
  return on.flatMap((trigger, index) => (trigger.event === event ? [[index, on]] : []));
}

/** True: a run began. */
async function beginOne(
  { workflow }: VersionInForce,
  { on, index }: { on: TriggerDefinition[]; index: number },
  { tenantId, actionId, event, facts, userId }: Happening,
  gateway: Gateway,
): Promise<boolean> {
  const occasion = {
    tenantId,
    workflow,
    type: "event" as const,
    event: facts,
    ref: String(actionId),
    at: gateway.clock.now(),
    label: event,
    userId,
    actionId,
  };
  return (await beginTriggered(on, index, occasion, gateway)).created;
}

/** True where asking again ends in the same way. */
const isFinal = (error: unknown): boolean =>
  error instanceof ValueError ||
  (error instanceof AppError && error.status < 500 && error.code !== "rate_limited");
