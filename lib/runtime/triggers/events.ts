import { type TenantTransaction, inTenant } from "@/db/client";
import { findActionOfPush } from "@/db/queries/pushes/pushes";
import { type VersionInForce, listInForce } from "@/db/queries/workflows/workflows";
import { type TriggerEvent, isPushEvent, isRunEvent } from "@/lib/core/run/trigger-events";
import { AppError } from "@/lib/core/errors";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { describeError, log } from "@/lib/log";
import type { TriggerDefinition } from "@/lib/runtime/definitions/definition";
import { ValueError } from "@/lib/runtime/values/evaluate";
import { definitionOf } from "@/lib/runtime/versions/definition-of";
import { versionInForce } from "@/lib/runtime/versions/workflow-view";
import { type Happened, happenedToAction, happenedToPush, happenedToRun } from "./happened";
import { beginTriggered } from "./triggered";
import { waitedAt } from "./waited-at";

/** The id of an action or a run; or a push, by the attempt that ended. */
export type EventSubject = number | { pushId: number; attempt: number };

/**
 * Begins a run of each workflow in force that waits for this event, once for each. None begins for
 *
 * - what a run proposed, and what becomes of it: workflows that answer each other would never end;
 * - the end of a run that an event began, or that another run called, for the same reason;
 * - what the app did not take in, begin, or write in the ledger: a run is told what rows say;
 * - what happened before the workflow waited for it.
 *
 * @throws AppError rate_limited 429 or a fault, such as a lost database, where a run may begin later, so that the engine asks again; all
 *   others were tried by then, and those that began do not begin again.
 */
export async function beginForEvent(
  event: TriggerEvent,
  tenantId: number,
  subject: EventSubject,
  gateway: Gateway = getGateway(),
): Promise<{ begun: number }> {
  const found = await inTenant(gateway.database, tenantId, async (tx) => {
    const versions = await listInForce(tx, tenantId, `"${event}"`);
    const happened = versions.length === 0 ? null : await happenedTo(tx, event, tenantId, subject);
    if (happened === "unproven")
      log.error({ tenantId, subject, event }, "An event without the app's seal begins no run");
    if (happened === null || happened === "unproven") return null;
    const waiting: VersionInForce[] = [];
    for (const version of versions)
      if (await waitedAt(tx, tenantId, version, happened.at, (trigger) => trigger.event === event))
        waiting.push(version);
    return { versions: waiting, happening: { tenantId, event, ...happened } };
  });
  if (!found) return { begun: 0 };
  const late: unknown[] = [];
  let begun = 0;
  for (const version of found.versions)
    for (const [index, on] of triggersOf(tenantId, version, event))
      try {
        if (await beginOne(version, { on, index }, found.happening, gateway)) begun += 1;
      } catch (error) {
        if (!isFinal(error)) late.push(error);
        const { workflow } = version;
        log.warn(
          { tenantId, subject, event, workflow, error: describeError(error) },
          "An event could not begin a run",
        );
      }
  if (late.length > 0) throw late[0];
  return { begun };
}

async function happenedTo(
  tx: TenantTransaction,
  event: TriggerEvent,
  tenantId: number,
  subject: EventSubject,
): Promise<Happened | "unproven" | null> {
  if (isPushEvent(event)) {
    if (typeof subject === "number") throw new Error(`${event} is of a push`);
    const actionId = await findActionOfPush(tx, tenantId, subject.pushId);
    return actionId === null ? null : happenedToPush(tx, event, tenantId, { actionId, ...subject });
  }
  if (typeof subject !== "number") throw new Error(`${event} is of no push`);
  return isRunEvent(event)
    ? happenedToRun(tx, event, tenantId, subject)
    : happenedToAction(tx, event, tenantId, subject);
}

type Happening = Happened & { tenantId: number; event: TriggerEvent };

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
  { event, facts, ...happening }: Happening,
  gateway: Gateway,
): Promise<boolean> {
  const occasion = {
    ...happening,
    workflow,
    type: "event" as const,
    event: facts,
    at: gateway.clock.now(),
    label: event,
  };
  return (await beginTriggered(on, index, occasion, gateway)).created;
}

/** True where asking again ends in the same way. */
const isFinal = (error: unknown): boolean =>
  error instanceof ValueError ||
  (error instanceof AppError && error.status < 500 && error.code !== "rate_limited");
