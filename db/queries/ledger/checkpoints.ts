import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { Checkpoint, IdRange } from "@/lib/core/ledger/checkpoint";

/** Events that wait for a checkpoint, the checkpoints, and the events that they cover. Tenant null: the global switches'. */

const arrayOf = (ids: readonly number[]): string => `{${ids.join(",")}}`;

const of = (tenantId: number | null): SQL =>
  tenantId === null ? sql`tenant_id IS NULL` : sql`tenant_id = ${tenantId}`;

/** Holds back every other sealing of this ledger until the transaction ends. */
export const lockSealing = (tx: TenantTransaction, tenantId: number | null) =>
  execute(tx)`SELECT pg_advisory_xact_lock(hashtextextended(${`${tenantId ?? "global"}:sealing`}, 0))`;

export interface SealableEvent {
  id: number;
  hash: string;
}

export interface WaitingEvent extends SealableEvent {
  predatesSeals: boolean;
  bodyText: string;
}

/** A process reads no more bytes of events at a time, but for one event that alone is longer. */
const bytesMax = 64 * 1024 * 1024;

/**
 * The events that wait and are visible, in the order of their ids: so many, or fewer where they are long. Those that predate
 * the seals come first, and alone.
 */
export const listUnsealed = (
  tx: TenantTransaction,
  tenantId: number | null,
  limit: number,
  bytes: number = bytesMax,
) =>
  selectAll<WaitingEvent>(tx)`
    SELECT e.id, e.hash, e.body_text, w.predates_seals FROM (
      SELECT u.event_id, u.predates_seals,
        sum(octet_length(b.body_text)) OVER (ORDER BY u.event_id) - octet_length(b.body_text) AS bytes_before
      FROM (
        SELECT event_id, predates_seals FROM unsealed_events
        WHERE ${of(tenantId)}
          AND predates_seals = EXISTS (SELECT 1 FROM unsealed_events WHERE ${of(tenantId)} AND predates_seals)
        ORDER BY event_id LIMIT ${limit}) AS u
      JOIN events b ON b.id = u.event_id) AS w
    JOIN events e ON e.id = w.event_id WHERE w.bytes_before < ${bytes} ORDER BY e.id`;

export interface EventPlace {
  id: number;
  type: string;
  entityType: string;
  entityId: number;
  seq: number;
}

/** The events that wait and carry seals, after an id. */
export const listWaiting = (
  tx: TenantTransaction,
  tenantId: number,
  { afterId, limit }: { afterId: number; limit: number },
) =>
  selectAll<EventPlace & { bodyText: string }>(tx)`
    SELECT e.id, e.event_type AS type, e.entity_type, e.entity_id, e.seq, e.body_text
    FROM unsealed_events u JOIN events e ON e.id = u.event_id
    WHERE u.tenant_id = ${tenantId} AND NOT u.predates_seals AND u.event_id > ${afterId}
    ORDER BY u.event_id LIMIT ${limit}`;

/** Those of these events that wait for a checkpoint and are younger than the seals. */
export async function listWaitingOf(
  tx: TenantTransaction,
  tenantId: number,
  eventIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await selectAll<{ id: number }>(tx)`
    SELECT event_id AS id FROM unsealed_events
    WHERE tenant_id = ${tenantId} AND NOT predates_seals AND event_id = ANY(${arrayOf(eventIds)}::bigint[])`;
  return new Set(rows.map(({ id }) => id));
}

/** The events with these ids. */
export const listPlaces = (tx: TenantTransaction, tenantId: number | null, ids: string) =>
  selectAll<EventPlace>(tx)`
    SELECT id, event_type AS type, entity_type, entity_id, seq FROM events
    WHERE ${of(tenantId)} AND id <@ ${ids}::int8multirange
      AND id >= lower(${ids}::int8multirange) AND id < upper(${ids}::int8multirange) ORDER BY id`;

export interface CheckpointRow extends Checkpoint {
  id: number;
  seq: number;
  keyId: string;
  eventIds: string;
  eventCount: number;
  sealedAt: string;
}

const columns = sql`id, seq, body_text AS body, hash, signature, key_id, event_ids::text AS event_ids, event_count,
  to_char(sealed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS sealed_at`;

/** Null: there is none yet. */
export const findHead = (tx: TenantTransaction, tenantId: number | null) =>
  selectFirst<CheckpointRow>(tx)`
    SELECT ${columns} FROM audit_checkpoints WHERE ${of(tenantId)} ORDER BY seq DESC LIMIT 1`;

export const insertCheckpoint = (
  tx: TenantTransaction,
  tenantId: number | null,
  { body, signature, eventIds }: Pick<CheckpointRow, "body" | "signature" | "eventIds">,
) =>
  execute(tx)`
    SELECT record_checkpoint(${tenantId}::bigint, ${body}, ${signature}, ${eventIds}::int8multirange)`;

/** In order, after a number. Empty: there are no more. */
export const listCheckpointsAfter = (
  tx: TenantTransaction,
  tenantId: number | null,
  afterSeq: number,
  limit: number,
) =>
  selectAll<CheckpointRow>(tx)`
    SELECT ${columns} FROM audit_checkpoints WHERE ${of(tenantId)} AND seq > ${afterSeq} ORDER BY seq LIMIT ${limit}`;

/** Those that cover any of these events. Reads the tenant's whole chain of them. */
export const listCheckpointsOf = (tx: TenantTransaction, tenantId: number, eventIds: readonly number[]) =>
  selectAll<CheckpointRow>(tx)`
    SELECT ${columns} FROM audit_checkpoints
    WHERE tenant_id = ${tenantId}
      AND EXISTS (SELECT FROM unnest(${arrayOf(eventIds)}::bigint[]) AS id WHERE id <@ event_ids) ORDER BY seq`;

/** Newest first, before a number; null: from the newest. */
export const listCheckpointsBefore = (
  tx: TenantTransaction,
  tenantId: number,
  beforeSeq: number | null,
  limit: number,
) =>
  selectAll<CheckpointRow>(tx)`
    SELECT ${columns} FROM audit_checkpoints
    WHERE tenant_id = ${tenantId} AND (${beforeSeq}::integer IS NULL OR seq < ${beforeSeq})
    ORDER BY seq DESC LIMIT ${limit}`;

/** The events with ids of a half-open range, in order, after an id. */
export const listHashes = (
  tx: TenantTransaction,
  tenantId: number | null,
  { range: [from, to], afterId, limit }: { range: IdRange; afterId: number; limit: number },
) =>
  selectAll<SealableEvent>(tx)`
    SELECT id, hash FROM events
    WHERE ${of(tenantId)} AND id >= ${from} AND id < ${to} AND id > ${afterId} ORDER BY id LIMIT ${limit}`;

/** Events that neither wait nor are covered, above an id, at most `limit`. */
export const listUncovered = (
  tx: TenantTransaction,
  tenantId: number | null,
  afterId: number,
  limit: number,
) =>
  selectAll<{ id: number; entityType: string; entityId: number; seq: number }>(tx)`
    WITH covered AS MATERIALIZED (
      SELECT coalesce(range_agg(event_ids), '{}') AS ids FROM audit_checkpoints WHERE ${of(tenantId)})
    SELECT e.id, e.entity_type, e.entity_id, e.seq FROM events e, covered
    WHERE ${of(tenantId)} AND e.id > ${afterId} AND NOT e.id <@ covered.ids
      AND NOT EXISTS (SELECT 1 FROM unsealed_events u WHERE u.event_id = e.id)
    ORDER BY e.id LIMIT ${limit}`;

export interface SealingState {
  /** Events that wait. */
  waiting: number;
  /** For how long the oldest has; 0: none waits. */
  oldestSeconds: number;
}

export const readSealingState = (tx: TenantTransaction, tenantId: number) =>
  selectOne<SealingState>(tx)`
    SELECT count(*)::int AS waiting,
      coalesce(extract(epoch FROM clock_timestamp() - min(queued_at)), 0)::float8 AS oldest_seconds
    FROM unsealed_events WHERE tenant_id = ${tenantId}`;
