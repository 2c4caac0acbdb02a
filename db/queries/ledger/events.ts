/** This room holds the SQL of the ledger. */

import { and, desc, eq, like, lt, sql } from "drizzle-orm";
import type { Person } from "@/lib/core/access/principal";
import type { ActorKind } from "@/lib/core/ledger/hash-chain";
import type { TenantTransaction } from "@/db/client";
import { events } from "@/db/schema/ledger";
import { execute, selectAll } from "@/db/queries/rows";

/** Events: appended to a subject's chain, and read as pages show them. */

/** The thing that an event is about: an action, or any other subject by its kind. */
type LedgerSubject = { actionId: number } | { entityType: string; entityId: number };

export type LedgerEntry = LedgerSubject & {
  tenantId: number;
  type: string;
  actorKind: ActorKind;
  actorLabel: string;
  details: Record<string, unknown>;
};

/** The tenant and the actor of an entry: a person of that tenant. */
export const byPerson = ({ tenantId, name }: Pick<Person, "tenantId" | "name">) =>
  ({ tenantId, actorKind: "person", actorLabel: name }) as const;

/** The tenant and the actor of an entry: one of our own parts. */
export const bySystem = (tenantId: number, part: string) =>
  ({ tenantId, actorKind: "system", actorLabel: part }) as const;

/** Appends to the subject's hash chain, in the transaction that causes it. A chain begins with its first event. */
export async function appendEvent(tx: TenantTransaction, entry: LedgerEntry): Promise<void> {
  const [entityType, entityId] =
    "actionId" in entry ? ["proposed_action", entry.actionId] : [entry.entityType, entry.entityId];
  await execute(tx)`
    SELECT append_event(${entry.tenantId}::bigint, ${entityType}, ${entityId}::bigint, ${entry.type},
      ${entry.actorKind}, ${entry.actorLabel}, ${JSON.stringify(entry.details)}::jsonb)`;
}

export type EventRow = Omit<typeof events.$inferSelect, "tenantId" | "entityType" | "entityId">;

const chainOf = (tx: TenantTransaction, tenantId: number, entityType: string, entityId: number) =>
  tx
    .select()
    .from(events)
    .where(
      and(eq(events.tenantId, tenantId), eq(events.entityType, entityType), eq(events.entityId, entityId)),
    );

/** A subject's newest events first, at most `limit`. */
export const listSubjectEvents = (
  tx: TenantTransaction,
  tenantId: number,
  entityType: string,
  entityId: number,
  limit: number,
) => chainOf(tx, tenantId, entityType, entityId).orderBy(desc(events.seq)).limit(limit);

/** One action's chain, oldest first, at most 4,000 links: a roll has some for each line. */
export const listEvents = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  chainOf(tx, tenantId, "proposed_action", actionId).orderBy(events.seq).limit(4_000);

/** The texts of a subject's events of some types that hold `mark`, oldest first, at most 20. */
export const listEventTexts = (
  tx: TenantTransaction,
  of: {
    tenantId: number;
    entityType: "proposed_action" | "run";
    entityId: number;
    types: readonly string[];
    mark?: string;
  },
) =>
  selectAll<{ bodyText: string; occurredAt: string }>(tx)`
    SELECT body_text, occurred_at FROM events
    WHERE tenant_id = ${of.tenantId} AND entity_type = ${of.entityType} AND entity_id = ${of.entityId}
      AND event_type IN (SELECT jsonb_array_elements_text(${JSON.stringify(of.types)}::jsonb))
      AND position(${of.mark ?? ""} IN body_text) > 0
    ORDER BY seq LIMIT 20`;

export interface EventFilter {
  /** A type, or with a dot at its end the beginning of types. */
  type?: string | undefined;
  subject?: string | undefined;
  subject_id?: number | undefined;
  actor?: string | undefined;
  /** Days, UTC; both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** The id that the page before ended with. */
  cursor?: number | undefined;
  limit: number;
}

/** The tenant's events that pass the filter, newest first. Empty: nothing (more) fits. */
export function listTenantEvents(tx: TenantTransaction, tenantId: number, filter: EventFilter) {
  const { type, subject, subject_id: subjectId, actor, from, to, cursor, limit } = filter;
  const byType = type?.endsWith(".")
    ? like(events.eventType, `${type.replaceAll(/[%_\\]/g, "\\$&")}%`)
    : undefined;
  return tx
    .select()
    .from(events)
    .where(
      and(
        eq(events.tenantId, tenantId),
        type === undefined ? undefined : (byType ?? eq(events.eventType, type)),
        subject === undefined ? undefined : eq(events.entityType, subject),
        subjectId === undefined ? undefined : eq(events.entityId, subjectId),
        actor === undefined ? undefined : eq(events.actorLabel, actor),
        from === undefined
          ? undefined
          : sql`${events.occurredAt} >= ${from}::date::timestamp AT TIME ZONE 'UTC'`,
        to === undefined
          ? undefined
          : sql`${events.occurredAt} < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`,
        cursor === undefined ? undefined : lt(events.id, cursor),
      ),
    )
    .orderBy(desc(events.id))
    .limit(limit);
}
