import { sql } from "drizzle-orm";
import type { Database, TenantTransaction } from "@/db/client";
import { repeatOnce } from "@/db/passing-faults";
import { isUnreadableSwitches } from "@/db/queries/controls/kill-switches";
import { countApprovers } from "@/db/queries/people/people";
import type { ProposedActionRow } from "@/db/schema/actions";
import { selectAll } from "@/db/queries/rows";
import type { DestinationName } from "@/lib/core/push/push";
import type { Decision } from "@/lib/core/action/proposed-action";

/** The claim and the facts that it weighs: two SQL functions, one round trip each. */

export type DecisionContextRow = Pick<
  ProposedActionRow,
  | "actionType"
  | "payloadText"
  | "payloadHash"
  | "riskLevel"
  | "impactCents"
  | "customerRef"
  | "onBehalfOfUserId"
  | "requiredApprovals"
  | "requiresStepUp"
  | "status"
  | "correlationId"
  | "traceId"
> & {
  agentName: string;
  policyVersion: number | null;
  policyHash: string | null;
  /** Null where the hash that the caller holds is still the one in force. */
  policyText: string | null;
  approverCount: number;
};

/** Null: no such action in this tenant. */
export async function readDecisionContext(
  database: Database,
  tenantId: number,
  actionId: number,
  cachedPolicyHash: string | null,
): Promise<DecisionContextRow | null> {
  const [row] = await database.sql<DecisionContextRow[]>`
    SELECT * FROM read_decision_context(${tenantId}, ${actionId}, ${cachedPolicyHash})`;
  return row ?? null;
}

/** Batch form, without the policy. An id missing from the map does not exist for this tenant. */
export async function readDecisionContexts(
  tx: TenantTransaction,
  tenantId: number,
  actionIds: readonly number[],
): Promise<Map<number, DecisionContextRow>> {
  const approverCount = await countApprovers(tx, tenantId);
  const rows = await selectAll<Omit<DecisionContextRow, "approverCount"> & { id: number }>(tx)`
    SELECT a.id, a.action_type, a.payload_text, a.payload_hash, a.risk_level, a.impact_cents, a.customer_ref,
      g.name AS agent_name, a.on_behalf_of_user_id, a.required_approvals, a.requires_step_up, a.status,
      NULL AS policy_version, NULL AS policy_hash, NULL AS policy_text, a.correlation_id, a.trace_id
    FROM proposed_actions a JOIN agents g ON g.id = a.agent_id AND g.tenant_id = a.tenant_id
    WHERE a.tenant_id = ${tenantId} AND a.id = ANY (${sql.param(actionIds as number[])}::bigint[])`;
  return new Map(rows.map(({ id, ...row }) => [id, { ...row, approverCount }]));
}

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
  actor_kind: "person" | "policy";
  actor_user_id: number | null;
  actor_label: string;
  comment: string | null;
  channel: string;
  confirmed: boolean;
  /** A card does not show the payload whole: it is approved after a confirmation alone, at every tier. */
  asks_confirmation: boolean;
  edit_token_hash: string | null;
  standing_authorisation_id: number | null;
  policy: { version: number; hash: string; rule: string };
  switches_from_environment: string[];
  /** The writes of an approval, one for each line. Null where nothing is approved. */
  pushes: PushToQueue[] | null;
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
  | "own_proposal"
  | "drifted"
  | "tier_raised"
  | "confirmation_missing"
  | "token_missing"
  | "token_invalid";

export interface ClaimRow {
  outcome: ClaimOutcome;
  status: string | null;
  /** The action's tier; of `drifted` and `tier_raised` the one that its values would have from the live value. */
  riskLevel: number | null;
  decision: Decision | null;
  decidedBy: string | null;
  decidedByUserId: number | null;
  decidedAt: string | null;
  expiresAt: string | null;
  approvals: number | null;
  requiredApprovals: number | null;
  blockedBy: string | null;
  blockedSince: string | null;
  endedBy: string | null;
}

/**
 * One statement, one transaction of its own: commits with the answer. Repeated where the answer got lost: the same actor's claim
 * counts once. Unreadable switches block, as engaged ones do.
 */
export async function claimDecision(database: Database, request: ClaimRequest): Promise<ClaimRow> {
  try {
    const [row] = await repeatOnce(
      () => database.sql<ClaimRow[]>`SELECT * FROM decide_action(${JSON.stringify(request)}::jsonb)`,
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
    return await database.sql<ClaimRow[]>`
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
  decision: null,
  decidedBy: null,
  decidedByUserId: null,
  decidedAt: null,
  expiresAt: null,
  approvals: null,
  requiredApprovals: null,
  blockedBy: "unreadable",
  blockedSince: null,
  endedBy: null,
};

/** pending → expired for actions whose time has passed, at most `limit`. Returns the ids that moved. */
export async function expireActions(database: Database, tenantId: number, limit: number): Promise<number[]> {
  const [row] = await database.sql<{ ids: number[] }[]>`SELECT expire_actions(${tenantId}, ${limit}) AS ids`;
  return row?.ids ?? [];
}
