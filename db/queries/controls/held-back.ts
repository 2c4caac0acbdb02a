import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type RowOf, selectAll } from "@/db/queries/rows";
import type { heldBack } from "@/db/schema/limits";

/** Counts of proposals that were refused because of a limit or a pause. */

export type HeldBackCount = RowOf<
  typeof heldBack,
  "agentId" | "reason" | "hour" | "count" | "firstAt" | "lastAt" | "lastActionType" | "lastEntityRef"
>;

/** Adds to the counts of their hours, in one statement. */
export const addHeldBack = (tx: TenantTransaction, tenantId: number, counts: readonly HeldBackCount[]) =>
  tx.execute(sql`
    INSERT INTO held_back AS h (tenant_id, agent_id, reason, hour, count, first_at, last_at, last_action_type,
      last_entity_ref)
    SELECT ${tenantId}, c."agentId", c.reason, c.hour, c.count, c."firstAt", c."lastAt", c."lastActionType",
      c."lastEntityRef"
    FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS c("agentId" bigint, reason text, hour timestamptz,
      count integer, "firstAt" timestamptz, "lastAt" timestamptz, "lastActionType" text, "lastEntityRef" text)
    ORDER BY c."agentId", c.reason, c.hour
    ON CONFLICT (tenant_id, agent_id, reason, hour) DO UPDATE SET count = least(h.count + excluded.count, 1000000000),
      first_at = least(h.first_at, excluded.first_at), last_at = greatest(h.last_at, excluded.last_at),
      last_action_type = coalesce(excluded.last_action_type, h.last_action_type),
      last_entity_ref = coalesce(excluded.last_entity_ref, h.last_entity_ref)`);

export interface HeldBackRow {
  agentId: number;
  agentName: string;
  pausedAt: string | null;
  revokedAt: string | null;
  reason: string;
  thisHour: number;
  day: number;
  firstAt: string;
  lastAt: string;
  lastActionType: string | null;
  lastEntityRef: string | null;
}

const HELD_BACK_MAX = 500;

/**
 * By agent and reason, over this hour of the clock (which began at `hour`) and the 23 before it; what was refused last comes
 * first.
 */
export const listHeldBack = (tx: TenantTransaction, tenantId: number, hour: Date) =>
  selectAll<HeldBackRow>(tx)`
    SELECT h.agent_id, g.name AS agent_name, g.paused_at, g.revoked_at, h.reason,
      coalesce(sum(h.count) FILTER (WHERE h.hour >= ${hour.toISOString()}::timestamptz), 0)::int AS this_hour,
      sum(h.count)::int AS day, min(h.first_at) AS first_at, max(h.last_at) AS last_at,
      (array_agg(h.last_action_type ORDER BY h.last_at DESC)
        FILTER (WHERE h.last_action_type IS NOT NULL))[1] AS last_action_type,
      (array_agg(h.last_entity_ref ORDER BY h.last_at DESC)
        FILTER (WHERE h.last_entity_ref IS NOT NULL))[1] AS last_entity_ref
    FROM held_back h JOIN agents g ON g.tenant_id = h.tenant_id AND g.id = h.agent_id
    WHERE h.tenant_id = ${tenantId} AND h.hour > ${hour.toISOString()}::timestamptz - interval '24 hours'
    GROUP BY h.agent_id, g.name, g.paused_at, g.revoked_at, h.reason
    ORDER BY max(h.last_at) DESC, h.agent_id, h.reason LIMIT ${HELD_BACK_MAX}`;

/** Counts by reason for the hour of the clock that began at `hour` and the hour before it. */
export const countHeldBackByReason = (tx: TenantTransaction, tenantId: number, hour: Date) =>
  selectAll<{ reason: string; count: number }>(tx)`
    SELECT reason, sum(count)::int AS count FROM held_back
    WHERE tenant_id = ${tenantId} AND hour >= ${hour.toISOString()}::timestamptz - interval '1 hour'
    GROUP BY reason`;
