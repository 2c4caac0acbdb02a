import { sql } from "drizzle-orm";
import type { Database, TenantTransaction } from "@/db/client";
import { repeatOnce } from "@/db/passing-faults";
import {
  type SeenSwitch,
  type StoredSwitch,
  isUnreadableSwitches,
  readStoredSwitches,
} from "@/db/queries/controls/kill-switches";
import { type StoredAttestation, readConfirmationsInForce } from "@/db/queries/people/attestations";
import { countApprovers } from "@/db/queries/people/people";
import type { ProposedActionRow } from "@/db/schema/actions";
import type { DecisionRequirements } from "@/lib/core/access/policy";
import type { RiskTier } from "@/lib/core/action/risk-tier";
import { selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { DestinationName, PushStatus } from "@/lib/core/push/push";
import type { Decision } from "@/lib/core/action/proposed-action";

/** The claim and the facts that it weighs: two SQL functions, one round trip each. */

export type DecisionContextRow = Pick<
  ProposedActionRow,
  | "actionType"
  | "payloadText"
  | "payloadHash"
  | "riskLevel"
  | "impactCents"
  | "entityType"
  | "entityRef"
  | "customerRef"
  | "onBehalfOfUserId"
  | "requiredApprovals"
  | "requiresStepUp"
  | "status"
  | "correlationId"
  | "traceId"
  | "spanId"
> & {
  agentName: string;
  policyVersion: number | null;
  policyHash: string | null;
  /** Null where the hash that the caller holds is still the one in force. */
  policyText: string | null;
  policySeal: string | null;
  /** The newest version of the thresholds, its hash and its seal. All null: there is none. */
  thresholdsVersion: number | null;
  thresholdsHash: string | null;
  thresholdsSeal: string | null;
  approverCount: number;
  /** The tenant's own and those of every tenant. Null: they cannot be read, which the claim says. */
  switches: readonly StoredSwitch[] | null;
  /** Those in force; their seals may be forged. */
  confirmations: readonly StoredAttestation[];
  ends: readonly StoredEnd[];
};

/** A push that was sent, of an approved action that ended without a write within the days that totals count. */
export interface StoredEnd {
  actionId: number;
  pushId: number;
  payloadHash: string;
  status: PushStatus;
  endSeal: string | null;
}

/** Those of the types that share their sums with `actionType`; null: of all types. */
export const readUnwrittenEnds = async (
  tx: TenantTransaction,
  tenantId: number,
  actionType: string | null,
): Promise<readonly StoredEnd[]> =>
  (
    await selectOne<{ ends: StoredEnd[] }>(tx)`
      SELECT unwritten_ends(${tenantId}, ${actionType}) AS ends`
  ).ends;

/** Null: no such action in this tenant. */
export async function readDecisionContext(
  database: Database,
  tenantId: number,
  actionId: number,
  cachedPolicyHash: string | null,
): Promise<DecisionContextRow | null> {
  const [row] = await database.deciding.sql<DecisionContextRow[]>`
    SELECT *, words AS confirmations FROM read_decision_context(${tenantId}, ${actionId}, ${cachedPolicyHash})`;
  return row ?? null;
}

/** Batch form, without the policy and the thresholds. An id missing from the map does not exist for this tenant. */
export async function readDecisionContexts(
  tx: TenantTransaction,
  tenantId: number,
  actionIds: readonly number[],
): Promise<Map<number, DecisionContextRow>> {
  const approverCount = await countApprovers(tx, tenantId);
  const switches = await readStoredSwitches(tx, tenantId);
  const confirmations = await readConfirmationsInForce(tx, tenantId);
  const ends = await readUnwrittenEnds(tx, tenantId, null);
  const rows = await selectAll<
    Omit<DecisionContextRow, "approverCount" | "switches" | "confirmations" | "ends"> & { id: number }
  >(tx)`
    SELECT a.id, a.action_type, a.entity_type, a.entity_ref, a.payload_text, a.payload_hash, a.risk_level,
      a.impact_cents, a.customer_ref,
      g.name AS agent_name, a.on_behalf_of_user_id, a.required_approvals, a.requires_step_up, a.status,
      NULL AS policy_version, NULL AS policy_hash, NULL AS policy_text, NULL AS policy_seal,
      NULL AS thresholds_version, NULL AS thresholds_hash, NULL AS thresholds_seal,
      a.correlation_id, a.trace_id, a.span_id
    FROM proposed_actions a JOIN agents g ON g.id = a.agent_id AND g.tenant_id = a.tenant_id
    WHERE a.tenant_id = ${tenantId} AND a.id = ANY (${sql.param(actionIds as number[])}::bigint[])`;
  return new Map(
    rows.map(({ id, ...row }) => [id, { ...row, approverCount, switches, confirmations, ends }]),
  );
}

export type ApprovalRefusal = "recently_recovered" | "new_in_office" | "own_proposal" | "not_independent";

/**
 * Why the claim would not count this person's approval of a pending action, whoever else voted; refusal null: it would. `until`:
 * when that ends by itself. Null: there is no such action, or the person may not decide at all.
 */
export const whyNotCounted = (tx: TenantTransaction, tenantId: number, actionId: number, userId: number) =>
  selectFirst<{ refusal: ApprovalRefusal | null; because: string | null; until: string | null }>(tx)`
    SELECT CASE WHEN o.recovering AND a.risk_level >= 4 THEN 'recently_recovered' ELSE v.refusal END AS refusal,
      v.because,
      CASE WHEN o.recovering AND a.risk_level >= 4 THEN m.recovered_at + interval '24 hours'
           WHEN v.refusal = 'new_in_office' THEN m.in_office_since + interval '24 hours' END AS until
    FROM proposed_actions a
    JOIN people_in_office(a.tenant_id) o ON o.user_id = ${userId} AND o.live
    JOIN memberships m ON m.tenant_id = a.tenant_id AND m.user_id = o.user_id
    CROSS JOIN LATERAL weigh_voters(a, ${userId}::bigint, a.required_approvals) AS v
    WHERE a.tenant_id = ${tenantId} AND a.id = ${actionId} AND NOT ${userId}::bigint = ANY (a.approvers)`;

export interface PushToQueue {
  action_key: string;
  record_key: string;
  record_family: string;
  record_unread: boolean;
  payload: unknown;
  /** From 1. */
  line_no: number;
  destination: DestinationName;
}

export interface ClaimRequest {
  tenant_id: number;
  action_id: number;
  decision: Decision;
  payload_hash: string;
  /** The tier that the seal names: where the action has another by now nothing is approved. */
  risk_level: number;
  actor_kind: "person" | "policy";
  actor_user_id: number | null;
  actor_label: string;
  comment: string | null;
  channel: string;
  confirmed: boolean;
  /** A card does not show the payload whole: it is approved after a confirmation alone, at every tier. */
  asks_confirmation: boolean;
  /** Each form in which the token may be stored. Null: none was sent. */
  edit_token_forms: string[] | null;
  standing_authorisation_id: number | null;
  policy: { version: number; hash: string; rule: string };
  /** As the policy asks now; the claim never asks for less than it did at the proposal. */
  required_approvals: number;
  requires_step_up: boolean;
  /** The app's proof that it let this approval through; null where nothing is approved. */
  seal: string | null;
  /** The version whose seal the app checked. If a newer one exists by now, nothing is approved. */
  thresholds_version: number;
  switches_from_environment: string[];
  /** As they were read before. A switch that moved since blocks. */
  switches_seen: SeenSwitch[];
  /** The confirmations in force, each with the app's seal. Where there is another one by now nothing is approved. */
  words_seen: readonly StoredAttestation[];
  /** Actions that were sent and ended without a write, whose ends the app found to be its own. */
  unwritten: readonly number[];
  /** The writes of an approval, one for each line. Null where nothing is approved. */
  pushes: PushToQueue[] | null;
  /** For how many seconds the request of the push is the caller's to send. Left out: it goes by the outbox. */
  sends_request_seconds?: number;
}

export type ClaimOutcome =
  | "claimed"
  | "vote_recorded"
  | "already_decided"
  | "expired"
  | "changed"
  | "blocked"
  | "not_found"
  | "not_allowed"
  | "not_entitled"
  | "recently_recovered"
  | "new_in_office"
  | "own_proposal"
  | "not_independent"
  | "words_changed"
  | "drifted"
  | "tier_raised"
  | "thresholds_changed"
  | "confirmation_missing"
  | "token_missing"
  | "token_invalid";

export interface ClaimRow {
  outcome: ClaimOutcome;
  status: string | null;
  /** The action's tier; of `drifted` and `tier_raised` the one that its values would have from the live value. */
  riskLevel: number | null;
  /** With `tier_raised`: the rule on totals that raised it. Null: a live reading raised it. */
  riskRule: string | null;
  decision: Decision | null;
  /** The decider. With `not_independent`: the person on whom this one depends; with `own_proposal`: this person's part in it. */
  decidedBy: string | null;
  decidedByUserId: number | null;
  decidedAt: string | null;
  expiresAt: string | null;
  /** The time until which the decider may take it back. */
  graceUntil: string | null;
  approvals: number | null;
  requiredApprovals: number | null;
  blockedBy: string | null;
  blockedSince: string | null;
  endedBy: string | null;
  /** The push of an approving claim; of a roll, its first line's push. */
  pushId: number | null;
}

/**
 * One statement, one transaction of its own: commits with the answer. Repeated where the answer got lost: the same actor's claim
 * counts once. Unreadable switches block, as engaged ones do.
 */
export async function claimDecision(database: Database, request: ClaimRequest): Promise<ClaimRow> {
  try {
    const [row] = await repeatOnce(
      () => database.deciding.sql<ClaimRow[]>`SELECT * FROM decide_action(${JSON.stringify(request)}::jsonb)`,
    );
    return row!;
  } catch (error) {
    if (isUnreadableSwitches(error)) return blockedByUnreadableSwitches;
    throw error;
  }
}

/**
 * Many claims in one statement and one transaction: a row of its own for each, in the order given.
 * @throws the database's error, and then none of them is made.
 */
export async function claimDecisions(
  database: Database,
  tenantId: number,
  requests: readonly ClaimRequest[],
): Promise<ClaimRow[]> {
  try {
    return await database.deciding.sql<ClaimRow[]>`
      SELECT * FROM decide_actions(${tenantId}, ${JSON.stringify(requests)}::jsonb)`;
  } catch (error) {
    if (isUnreadableSwitches(error)) return requests.map(() => blockedByUnreadableSwitches);
    throw error;
  }
}

const blockedByUnreadableSwitches: ClaimRow = {
  outcome: "blocked",
  status: null,
  riskLevel: null,
  riskRule: null,
  decision: null,
  decidedBy: null,
  decidedByUserId: null,
  decidedAt: null,
  expiresAt: null,
  graceUntil: null,
  approvals: null,
  requiredApprovals: null,
  blockedBy: "unreadable",
  blockedSince: null,
  endedBy: null,
  pushId: null,
};

/**
 * Raises the tier of a pending action, as the SQL function says. Returns the tier that it should have: another than the
 * given one means that nothing was written. Null: it no longer waits, or its tier holds.
 */
export async function raiseTierOfRow(
  tx: TenantTransaction,
  actionId: number,
  tier: RiskTier,
  needs: DecisionRequirements,
  unwritten: readonly number[],
): Promise<number | null> {
  const row = await selectOne<{ tier: number | null }>(tx)`
    SELECT raise_tier(${actionId}, ${tier}::smallint, ${needs.requiredApprovals}::smallint, ${needs.requiresStepUp},
      ${needs.rule}, ${sql.param(unwritten as number[])}::bigint[]) AS tier`;
  return row.tier;
}
