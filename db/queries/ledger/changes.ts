import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectAll, selectOne } from "@/db/queries/rows";

/** Reads changes in the order of their events' ids, for pages that follow them live. */

export interface Change {
  /** The event's id. */
  seq: number;
  /** The kind of thing that it happened to: `proposed_action`, `kill_switch`, … */
  subject: string;
  /** That thing's. */
  id: number;
  /** As the event left the action, and as a run stands now. Null: of anything else. */
  status: string | null;
  by: string;
}

/** How far the reading of one tenant's events has come. */
export interface EventPosition {
  /** Every event up to here was seen, and none can join them any more. */
  settled: number;
  newest: number;
  /** `settled` may move to `newest` once no transaction below this one runs. Null: nothing waits for that. */
  candidate: { newest: number; xid: string } | null;
}

type NoChange = { seq: null };
type ChangeRow = (Change | NoChange) & { xid: string; over: boolean };

const changesIn = (rows: readonly (Change | NoChange)[]): Change[] =>
  rows.flatMap((row) => {
    if (row.seq === null) return [];
    const { seq, subject, id, status, by } = row;
    return [{ seq, subject, id, status, by }];
  });

/** The columns of a change, from the event `e`. */
const changeColumns = sql`e.id AS seq, e.entity_type AS subject, e.entity_id AS id,
  CASE e.entity_type WHEN 'proposed_action' THEN e.body_text::jsonb #>> '{state,status}'
    WHEN 'run' THEN (SELECT r.status FROM runs r WHERE r.tenant_id = e.tenant_id AND r.id = e.entity_id) END AS status,
  e.actor_label AS by`;

/**
 * The events above `settled` that are not among `seen`, oldest first, at most `limit`. Transactions commit in another order
 * than their events' ids: an id below the newest may still come as long as a transaction runs that began before.
 */
export async function listChanges(
  tx: TenantTransaction,
  tenantId: number,
  { settled, candidate }: EventPosition,
  { seen, limit }: { seen: readonly number[]; limit: number },
): Promise<{ changes: Change[]; xid: string; candidateSettled: boolean }> {
  // One statement, so that rows and running transactions are of one snapshot.
  const rows = await selectAll<ChangeRow>(tx)`
    SELECT pg_snapshot_xmax(now_running)::text AS xid, c.seq, c.subject, c.id, c.status, c.by,
      coalesce(pg_snapshot_xmin(now_running) >= ${candidate?.xid ?? null}::text::xid8, false) AS over
    FROM (SELECT pg_current_snapshot() AS now_running) s LEFT JOIN LATERAL (
      SELECT ${changeColumns}
      FROM events e WHERE e.tenant_id = ${tenantId}::bigint AND e.id > ${settled}::bigint
        AND e.id <> ALL (${`{${seen.join()}}`}::bigint[])
      ORDER BY e.id LIMIT ${limit}::integer) c ON true
    ORDER BY c.seq`;
  return { changes: changesIn(rows), xid: rows[0]!.xid, candidateSettled: rows[0]!.over };
}

/** 0: there is none. */
export async function findNewestEventId(tx: TenantTransaction, tenantId: number): Promise<number> {
  const { id } = await selectOne<{ id: number }>(tx)`
    SELECT coalesce(max(id), 0) AS id FROM events WHERE tenant_id = ${tenantId}::bigint`;
  return id;
}

/**
 * The changes that somebody missed who saw the event `after` last: the latest change of each thing, out of the later events and those
 * just below it, which may have come later than it. An earlier status of an action would be told as if it were its present one.
 * Null: more than `limit`, or there is no such event.
 */
export async function listMissedChanges(
  tx: TenantTransaction,
  tenantId: number,
  after: number,
  limit: number,
): Promise<Change[] | null> {
  const rows = await selectAll<Change | NoChange>(tx)`
    WITH last AS (SELECT id, occurred_at FROM events WHERE tenant_id = ${tenantId}::bigint AND id = ${after}::bigint
      UNION ALL SELECT 0, '-infinity' WHERE ${after}::bigint = 0),
    missed AS (
      SELECT e.* FROM last l JOIN events e ON e.tenant_id = ${tenantId}::bigint
        AND (e.id > l.id OR e.id BETWEEN l.id - 2000 AND l.id
          AND e.occurred_at > l.occurred_at - interval '1 minute')
      ORDER BY e.id LIMIT ${limit + 2}::integer),
    latest AS (SELECT DISTINCT ON (m.entity_type, m.entity_id) m.* FROM missed m
      ORDER BY m.entity_type, m.entity_id, m.id DESC)
    SELECT ${changeColumns}, (SELECT count(*)::int FROM missed m WHERE m.id <> l.id) AS missed
    FROM last l LEFT JOIN latest e ON e.id <> l.id ORDER BY e.id`;
  const [first] = rows as (NoChange & { missed: number })[];
  if (!first || first.missed > limit) return null;
  return changesIn(rows);
}
