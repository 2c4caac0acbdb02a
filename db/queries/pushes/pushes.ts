/** This room holds the SQL of delivery: pushes, leases, receipts, dead letters, lanes, outbox. */

import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { proposedActions } from "@/db/schema/actions";
import type { nsPendingPushes } from "@/db/schema/pushes";
import type { SeenSwitch } from "@/db/queries/controls/kill-switches";
import { type RowOf, selectAll, selectFirst } from "@/db/queries/rows";
import { beganUntil, heldUntil, sentWithoutProof } from "./sent-pushes";

type OfPush = RowOf<
  typeof nsPendingPushes,
  | "actionId"
  | "actionKey"
  | "lineNo"
  | "destination"
  | "attempts"
  | "leaseAttempt"
  | "failureClass"
  | "holdUntil"
  | "netsuiteAccount"
>;
type OfAction = RowOf<
  typeof proposedActions,
  | "actionType"
  | "entityType"
  | "entityRef"
  | "customerRef"
  | "payloadText"
  | "payloadHash"
  | "riskLevel"
  | "impactCents"
  | "onBehalfOfUserId"
  | "requiredApprovals"
  | "correlationId"
  | "traceId"
  | "spanId"
>;

/** One vote or approval as the ledger has it. */
export interface ApprovalLink {
  type: "hitl.vote_recorded" | "hitl.approved";
  payloadHash: string | null;
  /** Null where a standing authorisation approved. */
  userId: number | null;
  standingAuthorisationId: number | null;
  seal: string | null;
}

/** Of the action `a`: the votes and the approval in its chain, oldest first. */
const approvalLinks = sql`
  (SELECT coalesce(jsonb_agg(jsonb_build_object('type', e.event_type, 'payloadHash', d ->> 'payload_hash',
      'userId', d -> 'user_id', 'standingAuthorisationId', d -> 'standing_authorisation_id', 'seal', d ->> 'seal')
      ORDER BY e.seq), '[]')
    FROM events e, LATERAL (SELECT e.body_text::jsonb -> 'details' AS d) AS b
    WHERE e.tenant_id = a.tenant_id AND e.entity_type = 'proposed_action' AND e.entity_id = a.id
      AND e.event_type IN ('hitl.vote_recorded', 'hitl.approved')
      AND e.seq > ALL (SELECT r.seq FROM events r
        WHERE r.tenant_id = a.tenant_id AND r.entity_type = 'proposed_action' AND r.entity_id = a.id
          AND r.event_type = 'hitl.tier_raised'))`;

/** Of the action `a`: the app's seals on its proposal. */
export const intakeSeals = sql`
  (SELECT coalesce(jsonb_agg(e.body_text::jsonb #>> '{details,intake_seal}'), '[]') FROM events e
    WHERE e.tenant_id = a.tenant_id AND e.entity_type = 'proposed_action' AND e.entity_id = a.id
      AND e.event_type IN ('hitl.proposed', 'hitl.intake_sealed'))`;

/** Null: there is no such push. */
export const findActionOfPush = async (tx: TenantTransaction, tenantId: number, pushId: number) =>
  (
    await selectFirst<{ actionId: number }>(tx)`
      SELECT action_id FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND id = ${pushId}`
  )?.actionId ?? null;

/** The facts that the seal of a proposal covers, and its seals. Null: there is no such action. */
export const readIntake = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  selectFirst<{ evidenceHash: string; intakeSeals: (string | null)[] }>(tx)`
    SELECT hashed(action_evidence(a)) AS evidence_hash, ${intakeSeals} AS intake_seals
    FROM proposed_actions a WHERE a.tenant_id = ${tenantId} AND a.id = ${actionId}`;

/** An action that may still be written, with the seals that its write will be asked for. */
export interface SealedAction {
  id: number;
  riskLevel: number;
  payloadHash: string;
  evidenceHash: string;
  approvalLinks: ApprovalLink[];
  intakeSeals: (string | null)[];
}

/** Actions that are pending, or approved and not over. At most `limit`, by id. */
export const listSealedActions = (
  tx: TenantTransaction,
  { tenantId, afterId, limit }: { tenantId: number; afterId: number; limit: number },
) =>
  selectAll<SealedAction>(tx)`
    SELECT a.id, a.risk_level, a.payload_hash, hashed(action_evidence(a)) AS evidence_hash,
      ${approvalLinks} AS approval_links, ${intakeSeals} AS intake_seals
    FROM proposed_actions a
    WHERE a.tenant_id = ${tenantId} AND a.id > ${afterId} AND a.status IN ('pending', 'approved')
    ORDER BY a.id LIMIT ${limit}`;

/** The facts that decide whether a push may be sent: read outside any lock, checked again when sending begins. */
export interface PushContext extends OfPush, OfAction {
  pushId: number;
  pushStatus: string;
  /** The account that it was first sent to, by its row; null: to none yet. */
  sentTo: string | null;
  /** The request as it was queued; `payloadText` is the approved payload that it must follow from. */
  requestJson: unknown;
  pushPayloadHash: string;
  holdPassed: boolean;
  /** Since the last moment at which a request of it could begin; below zero: one still can. Null: none ever left. */
  overForSeconds: number | null;
  /** A request left before, and nothing has shown since that it wrote nothing. */
  sentWithoutProof: boolean;
  actionStatus: string;
  agentName: string;
  /** A claiming decision on this very payload stands in the table, with as many approvers as were asked for. */
  decisionStands: boolean;
  /** The tenant may still have such writes made. */
  entitled: boolean;
  /** Whose approvals were weighed; empty where a standing authorisation approved. */
  approvers: number[];
  /** The votes and the approval in the action's chain, oldest first; votes at a lower tier count no longer. */
  approvalLinks: ApprovalLink[];
  /** SHA-256 of the part of the action's row that never changes, as it is now. */
  evidenceHash: string;
  /** The app's seals on the proposal in the action's chain. */
  intakeSeals: (string | null)[];
  /** While pushing: how long its sender still owns it; zero or less once the lease has run out. */
  leaseLeftMs: number | null;
  /** Until one push may try the halted lane; null where none stands in this push's way. */
  laneShutMs: number | null;
}

/** Null: no such push in this tenant. */
export const readPushContext = (tx: TenantTransaction, tenantId: number, pushId: number) =>
  selectFirst<PushContext>(tx)`
    SELECT p.id AS push_id, p.action_id, p.action_key, p.line_no, p.destination, p.status AS push_status,
      p.payload_json AS request_json, p.payload_hash AS push_payload_hash, p.attempts, p.lease_attempt,
      ${sentWithoutProof} AS sent_without_proof, p.failure_class, ${heldUntil} AS hold_until,
      -- As it was proposed, which nobody can change; a row of before says it itself.
      coalesce(a.facts_json ->> 'netsuite_account', p.netsuite_account) AS netsuite_account,
      p.netsuite_account AS sent_to,
      coalesce(${heldUntil} <= clock_timestamp(), true) AS hold_passed,
      extract(epoch FROM clock_timestamp() - ${beganUntil})::float8 AS over_for_seconds,
      extract(epoch FROM p.lease_expires_at - clock_timestamp())::float8 * 1000 AS lease_left_ms,
      CASE WHEN p.destination = 'netsuite' AND l.state = 'halted' AND l.probe_at > clock_timestamp()
        THEN extract(epoch FROM l.probe_at - clock_timestamp())::float8 * 1000 END AS lane_shut_ms,
      a.status AS action_status, a.action_type, a.entity_type, a.entity_ref, a.customer_ref,
      a.payload_text, a.payload_hash, a.risk_level, a.impact_cents,
      a.on_behalf_of_user_id, a.required_approvals, a.correlation_id, a.trace_id, a.span_id, g.name AS agent_name,
      is_entitled(a.tenant_id, a.action_type) AS entitled,
      EXISTS (SELECT 1 FROM decisions d
        WHERE d.tenant_id = a.tenant_id AND d.action_id = a.id AND d.decision = 'approve'
          AND d.outcome = 'claimed' AND d.payload_hash = a.payload_hash
          AND (d.actor_kind = 'policy' OR a.required_approvals <= (
            SELECT count(DISTINCT v.actor_user_id) FROM decisions v
            WHERE v.tenant_id = a.tenant_id AND v.action_id = a.id AND v.decision = 'approve'
              AND v.payload_hash = a.payload_hash))) AS decision_stands,
      to_jsonb(a.approvers) AS approvers, ${approvalLinks} AS approval_links,
      hashed(action_evidence(a)) AS evidence_hash, ${intakeSeals} AS intake_seals
    FROM ns_pending_pushes p
    JOIN proposed_actions a ON a.id = p.action_id AND a.tenant_id = p.tenant_id
    JOIN agents g ON g.id = a.agent_id AND g.tenant_id = a.tenant_id
    LEFT JOIN push_lanes l ON l.tenant_id = p.tenant_id
    WHERE p.tenant_id = ${tenantId} AND p.id = ${pushId}`;

/**
 * The first switch that halts sending at this tier; null: none does. `seen`: the switches as they were read before. It locks no switch: an engagement waits for this look until
 * its transaction ends, and ends it where that takes long (docs/adr/0046).
 */
export async function findEngagedSwitch(
  tx: TenantTransaction,
  tenantId: number,
  names: readonly string[],
  fromEnvironment: readonly string[],
  seen: readonly SeenSwitch[],
): Promise<{ name: string; since: string | null } | null> {
  const row = await selectFirst<{ name: string | null; since: string | null }>(tx)`
    SELECT name, since FROM engaged_switch(${tenantId}::bigint, ${sql.param(names as string[])}::text[],
      ${sql.param(fromEnvironment as string[])}::text[], ${JSON.stringify(seen)}::jsonb)`;
  return row?.name ? { name: row.name, since: row.since } : null;
}
