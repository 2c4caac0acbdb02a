import { type TenantTransaction, inTenant } from "@/db/client";
import { type EventRow, listSubjectEvents } from "@/db/queries/ledger/events";
import { type LaneRow, readLaneStatus } from "@/db/queries/controls/overview";
import type { Lane, Overview } from "@/lib/contract/monitoring/overview";
import { recordTypeOf } from "@/lib/action-types/payload/record-key";
import { laneWords } from "@/lib/core/push/lane-words";
import type { Person } from "@/lib/core/access/principal";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { LANE_SUBJECT } from "./lane-events";
import { isoOf } from "@/lib/core/values/time";

const eventsShownMax = 20;

/** The lane for every page: since when and why it is halted, how to repair it, and when it is tried again. */
export async function laneViewIn(tx: TenantTransaction, tenantId: number): Promise<Overview["lane"]> {
  const lane = await readLaneStatus(tx, tenantId);
  const [newest] = await listSubjectEvents(tx, tenantId, LANE_SUBJECT, tenantId, 1);
  const opened = lane?.state === "open" && newest?.eventType === "lane.opened" ? newest.occurredAt : null;
  return {
    state: lane?.state ?? "halted",
    code: lane?.code ?? null,
    message: lane?.message ?? null,
    ...wordsOf(lane, lane?.state === "halted" ? await lastHalt(tx, tenantId) : null),
    halted_at: isoOf(lane?.haltedAt),
    next_try_at: isoOf(lane?.probeAt),
    waiting: lane?.waiting ?? 0,
    opened_at: isoOf(opened),
    last_reconciled_at: isoOf(lane?.lastReconciledAt),
  };
}

/** Reads the state of the tenant's lane to NetSuite, with its latest events. Any member may. */
export async function readLane(person: Person, gateway: Gateway = getGateway()): Promise<Lane> {
  const { tenantId } = person;
  return inTenant(gateway.database, tenantId, async (tx) => {
    const { state, code, why, to_do, halted_at, next_try_at, waiting } = await laneViewIn(tx, tenantId);
    const events = await listSubjectEvents(tx, tenantId, LANE_SUBJECT, tenantId, eventsShownMax);
    return { state, code, why, to_do, halted_at, next_try_at, waiting, history: events.map(entryOf) };
  });
}

async function lastHalt(tx: TenantTransaction, tenantId: number): Promise<EventRow | null> {
  const events = await listSubjectEvents(tx, tenantId, LANE_SUBJECT, tenantId, eventsShownMax);
  return events.find((event) => event.eventType === "lane.halted") ?? null;
}

function wordsOf(lane: LaneRow | null, halt: EventRow | null): { why: string | null; to_do: string | null } {
  if (!lane) {
    return {
      why: "The lane's row cannot be read, which counts as halted.",
      to_do: "The database's operator must check the table push_lanes.",
    };
  }
  if (lane.state === "open" || lane.code === null) return { why: null, to_do: null };
  const { action_type: actionType } = detailsOf(halt);
  const { why, toDo } = laneWords(
    lane.code,
    typeof actionType === "string" ? recordTypeOf(actionType) : null,
  );
  return { why, to_do: toDo };
}

function detailsOf(event: EventRow | null): Record<string, unknown> {
  if (!event) return {};
  return (JSON.parse(event.bodyText) as { details?: Record<string, unknown> }).details ?? {};
}

function entryOf(event: EventRow): Lane["history"][number] {
  return {
    id: event.id,
    at: isoOf(event.occurredAt),
    type: event.eventType,
    actor: event.actorLabel,
    text: sentenceOf(event),
  };
}

function sentenceOf(event: EventRow): string {
  const { code, action_id: actionId, woken } = detailsOf(event);
  const by = typeof actionId === "number" ? ` by the write of #${actionId}` : "";
  switch (event.eventType) {
    case "lane.halted":
      return `Halted${by}: ${String(code)}`;
    case "lane.opened":
      return `Opened${by}; ${typeof woken === "number" && woken > 0 ? `${woken} waiting went out` : "nothing else waited"}`;
    case "lane.retry_requested":
      return `${event.actorLabel} requested a retry at once`;
    default:
      return event.eventType;
  }
}
