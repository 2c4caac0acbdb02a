import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { selectAll } from "@/db/queries/rows";
import type { InteractionChannel } from "@/lib/core/interaction/interaction";

/** Questions of a period and their answers, counted again each time that somebody looks. */

export interface Period {
  /** Not itself in it. */
  since: Date;
  now: Date;
}

const isIn = (tenantId: number, { since, now }: Period): SQL => sql`
  h.tenant_id = ${tenantId} AND h.created_at > ${since.toISOString()}::timestamptz
    AND h.created_at <= ${now.toISOString()}::timestamptz`;

/** As pages have it: the sweep may be late, the time itself counts. */
const stateAt = (now: Date): SQL => sql`
  CASE WHEN h.status = 'responded' THEN 'answered' WHEN h.status = 'cancelled' THEN 'cancelled'
    WHEN h.status = 'timeout' OR h.timeout_at <= ${now.toISOString()}::timestamptz THEN 'unanswered' ELSE 'open' END`;

const ms = (from: SQL, to: SQL): SQL => sql`extract(epoch FROM ${to} - ${from}) * 1000`;

export interface ChannelFiguresRow {
  /** Null: of all questions, each once. */
  channel: InteractionChannel | null;
  asked: number;
  answered: number;
  elsewhere: number;
  unanswered: number;
  open: number;
  cancelled: number;
  medianMs: number | null;
  p90Ms: number | null;
}

/**
 * One row for each channel and one for all questions. Every question stands in the app; for another channel it counts where a
 * message of it arrived, or the answer that ended it came by it. Questions that share state and channels are counted as one row
 * before they are counted by channel: each of 100,000 is met once.
 */
export const readChannelFigures = (tx: TenantTransaction, tenantId: number, period: Period) =>
  selectAll<ChannelFiguresRow>(tx)`
    WITH ends AS (
      SELECT DISTINCT ON (h.id) h.id, r.source_channel AS channel FROM hil_interactions h
      JOIN hil_responses r ON r.tenant_id = h.tenant_id AND r.matched_interaction_id = h.id
        AND r.place IS NOT NULL AND r.kind <> 'retraction' AND r.received_at <= h.responded_at
      WHERE ${isIn(tenantId, period)} AND h.status = 'responded' ORDER BY h.id, r.id DESC
    ),
    told AS (
      SELECT m.interaction_id AS id, array_agg(DISTINCT a.kind) AS channels FROM channel_messages m
      JOIN channel_accounts a ON a.tenant_id = m.tenant_id AND a.id = m.account_id
      JOIN hil_interactions h ON h.tenant_id = m.tenant_id AND h.id = m.interaction_id
      WHERE ${isIn(tenantId, period)} AND m.reached_at IS NOT NULL AND m.returned_at IS NULL
      GROUP BY m.interaction_id
    ),
    facts AS MATERIALIZED (
      SELECT ${stateAt(period.now)} AS state, e.channel AS ended_by, t.channels AS told_by,
        ${ms(sql`h.created_at`, sql`h.responded_at`)} AS ms
      FROM hil_interactions h LEFT JOIN ends e ON e.id = h.id LEFT JOIN told t ON t.id = h.id
      WHERE ${isIn(tenantId, period)}
    ),
    alike AS (SELECT state, ended_by, told_by, count(*) AS count FROM facts GROUP BY state, ended_by, told_by),
    counts AS (
      SELECT c.channel, coalesce(sum(count) FILTER (WHERE state <> 'cancelled'), 0) AS asked,
        coalesce(sum(count) FILTER (WHERE state = 'answered' AND is_here), 0) AS answered,
        coalesce(sum(count) FILTER (WHERE state = 'answered' AND NOT is_here), 0) AS elsewhere,
        coalesce(sum(count) FILTER (WHERE state = 'unanswered'), 0) AS unanswered,
        coalesce(sum(count) FILTER (WHERE state = 'open'), 0) AS open,
        coalesce(sum(count) FILTER (WHERE state = 'cancelled'), 0) AS cancelled
      FROM alike a, LATERAL (
        SELECT NULL AS channel, true AS is_here
        UNION ALL
        SELECT DISTINCT one, one IS NOT DISTINCT FROM a.ended_by
        FROM unnest(a.told_by || ARRAY['in_app', a.ended_by]) AS one WHERE one IS NOT NULL) c
      GROUP BY c.channel
    ),
    times AS (
      SELECT CASE WHEN grouping(ended_by) = 0 THEN ended_by END AS channel,
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)) AS median_ms,
        round(percentile_cont(0.9) WITHIN GROUP (ORDER BY ms)) AS p90_ms
      FROM facts WHERE state = 'answered' AND ended_by IS NOT NULL GROUP BY GROUPING SETS ((ended_by), ())
    )
    SELECT c.channel, c.asked::int, c.answered::int, c.elsewhere::int, c.unanswered::int, c.open::int, c.cancelled::int,
      t.median_ms::float8, t.p90_ms::float8
    FROM counts c LEFT JOIN times t ON t.channel IS NOT DISTINCT FROM c.channel
    ORDER BY c.asked DESC, c.channel`;

export interface PersonFiguresRow {
  userId: number;
  name: string | null;
  asked: number;
  answered: number;
  byOthers: number;
  unanswered: number;
  open: number;
  forRole: number;
  medianMs: number | null;
  mostlyBy: InteractionChannel | null;
}

/**
 * One row for each person whom a question asked by name, or who answered one; at most `limit`, those asked most first. What somebody
 * took back is no answer. Whoever a question asked after others has no time: theirs began later, and no row says when.
 */
export const readPersonFigures = (
  tx: TenantTransaction,
  tenantId: number,
  { period, limit }: { period: Period; limit: number },
) =>
  selectAll<PersonFiguresRow>(tx)`
    WITH named AS (
      SELECT h.id, r.user_id, ${stateAt(period.now)} AS state
      FROM hil_interactions h, LATERAL (
        SELECT DISTINCT (r.value ->> 'user_id')::bigint AS user_id
        FROM jsonb_array_elements(h.responders) WITH ORDINALITY AS r (value, place)
        WHERE r.place <= h.asked AND r.value ? 'user_id') r
      WHERE ${isIn(tenantId, period)} AND h.status <> 'cancelled'
    ),
    said AS (
      SELECT h.id, r.user_id, (array_agg(r.kind ORDER BY r.id DESC))[1] AS last,
        (array_agg(r.source_channel ORDER BY r.id DESC) FILTER (WHERE r.kind = 'answer'))[1] AS channel,
        (array_agg(CASE WHEN NOT ((h.in_order OR h.escalate_after_seconds IS NOT NULL) AND r.place > 1)
            THEN ${ms(sql`h.created_at`, sql`r.received_at`)} END ORDER BY r.id DESC)
          FILTER (WHERE r.kind = 'answer'))[1] AS ms
      FROM hil_interactions h
      JOIN hil_responses r ON r.tenant_id = h.tenant_id AND r.matched_interaction_id = h.id AND r.place IS NOT NULL
      WHERE ${isIn(tenantId, period)} AND h.status <> 'cancelled' GROUP BY h.id, r.user_id
    ),
    given AS MATERIALIZED (SELECT id, user_id, channel, ms FROM said WHERE last <> 'retraction'),
    mostly AS (
      SELECT DISTINCT ON (g.user_id) g.user_id, g.channel FROM (
        SELECT user_id, channel, count(*) AS count FROM given GROUP BY user_id, channel) g
      ORDER BY g.user_id, g.count DESC, g.channel
    ),
    counted AS (
      SELECT user_id, count(n.id)::int AS asked, count(*) FILTER (WHERE n.id = g.id)::int AS answered,
        count(*) FILTER (WHERE g.id IS NULL AND n.state = 'answered')::int AS by_others,
        count(*) FILTER (WHERE g.id IS NULL AND n.state = 'unanswered')::int AS unanswered,
        count(*) FILTER (WHERE g.id IS NULL AND n.state = 'open')::int AS open,
        count(*) FILTER (WHERE n.id IS NULL)::int AS for_role,
        round(percentile_cont(0.5) WITHIN GROUP (ORDER BY g.ms))::float8 AS median_ms
      FROM named n FULL JOIN given g USING (id, user_id) GROUP BY user_id
    )
    SELECT c.*, u.name, m.channel AS mostly_by FROM counted c
    LEFT JOIN memberships p ON p.tenant_id = ${tenantId} AND p.user_id = c.user_id
    LEFT JOIN users u ON u.id = p.user_id
    LEFT JOIN mostly m ON m.user_id = c.user_id
    ORDER BY c.asked DESC, c.for_role DESC, lower(u.name), c.user_id LIMIT ${limit}`;
