import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { pushTroubles } from "@/db/queries/actions/notices";
import { selectAll } from "@/db/queries/rows";
import { NOTICE_DAYS, type OutcomeKind } from "@/lib/core/action/notice";

/** Writes that went wrong, and the people who decided on them. */

/** Nothing older is planned: whoever connects a channel is told no history. */
const PLANNED_HOURS = 24;

export interface OutcomeRow {
  actionId: number;
  kind: OutcomeKind;
  at: string;
  /** How often its write had been replayed when it gave up; of every other kind 0. */
  round: number;
  /** A stale action's reason; of a roll how many lines were held back: `3 of 500`; NetSuite's words of a write that gave up. */
  reason: string | null;
  tier: number;
  /** Its approvers; of an action that a standing authorisation approved, whoever signed that. */
  deciders: number[];
  bySignature: boolean;
  /** Those who have dismissed it in the app. */
  dismissedBy: number[];
}

/** A newer version ends a stale action's trouble, and a replay that of a write that gave up. */
const outcomes = (tenantId: number, since: SQL, which: SQL) => sql`
  WITH since AS (SELECT clock_timestamp() - ${since} AS day),
  push_trouble AS (${pushTroubles(tenantId)}),
  outcome AS (
    SELECT a.id AS action_id, 'stale' AS kind, a.ended_at AS at, a.end_reason AS reason
    FROM proposed_actions a, since
    WHERE a.tenant_id = ${tenantId} AND a.status = 'stale' AND a.ended_at > since.day AND a.superseded_by_id IS NULL
    UNION ALL SELECT action_id, kind, at, reason FROM push_trouble WHERE kind <> 'delayed'),
  rounded AS (
    SELECT o.*, CASE o.kind WHEN 'dead' THEN (
        SELECT coalesce(max(r.count), 0)::int FROM (
          SELECT count(*) FILTER (WHERE d.replayed_at IS NOT NULL) AS count FROM ns_pending_pushes p
            JOIN ns_push_dlq_log d ON d.tenant_id = ${tenantId} AND d.push_id = p.id
          WHERE p.tenant_id = ${tenantId} AND p.action_id = o.action_id AND p.status = 'dead' GROUP BY p.id) r)
      ELSE 0 END AS round
    FROM outcome o)
  SELECT o.action_id, o.kind, o.at, o.round, o.reason, a.risk_level::int AS tier,
    a.decided_by_kind = 'policy' AS by_signature,
    to_jsonb(CASE WHEN a.decided_by_kind = 'policy' THEN ARRAY(
      SELECT s.signed_by_user_id FROM decisions d JOIN standing_authorisations s
        ON s.tenant_id = d.tenant_id AND s.id = d.standing_authorisation_id
      WHERE d.tenant_id = ${tenantId} AND d.action_id = a.id AND d.outcome = 'claimed')
      ELSE a.approvers END) AS deciders,
    to_jsonb(ARRAY(SELECT n.user_id FROM dismissed_notices n
      WHERE n.tenant_id = ${tenantId} AND n.action_id = a.id AND n.dismissed_at >= o.at)) AS dismissed_by
  FROM rounded o JOIN proposed_actions a ON a.tenant_id = ${tenantId} AND a.id = o.action_id
  WHERE ${which}`;

const recently = sql`make_interval(hours => ${PLANNED_HOURS})`;
const unplanned = (tenantId: number) => sql`NOT EXISTS (SELECT FROM message_plans p
    WHERE p.tenant_id = ${tenantId} AND p.action_id = o.action_id AND p.interaction_id IS NULL
      AND p.outcome = o.kind AND p.outcome_round >= o.round)`;

/** Outcomes of these actions that nobody planned yet. */
export const listNewOutcomes = (tx: TenantTransaction, tenantId: number, actions: readonly number[]) =>
  selectAll<OutcomeRow>(tx)`
    ${outcomes(tenantId, recently, sql`o.action_id = ANY (${sql.param(actions)}::bigint[]) AND ${unplanned(tenantId)}`)}
    ORDER BY o.action_id, o.kind`;

/** Actions with such an outcome, for what no row told of: after this id, in its order. */
export const listActionsWithNewOutcomes = async (
  tx: TenantTransaction,
  tenantId: number,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> => {
  const rows = await selectAll<OutcomeRow>(tx)`
    ${outcomes(tenantId, recently, sql`o.action_id > ${after} AND ${unplanned(tenantId)}`)}
    ORDER BY o.action_id, o.kind LIMIT ${limit}`;
  return [...new Set(rows.map(({ actionId }) => actionId))];
};

/** As it stands now. Null: it is over, or its write was replayed since. */
export const findOutcome = async (
  tx: TenantTransaction,
  tenantId: number,
  { actionId, kind, round }: Pick<OutcomeRow, "actionId" | "kind" | "round">,
): Promise<OutcomeRow | null> => {
  const which = sql`o.action_id = ${actionId} AND o.kind = ${kind} AND o.round = ${round}`;
  const [row] = await selectAll<OutcomeRow>(tx)`
    ${outcomes(tenantId, sql`make_interval(days => ${NOTICE_DAYS})`, which)}`;
  return row ?? null;
};
