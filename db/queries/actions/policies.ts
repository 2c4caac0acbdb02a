import { desc, eq } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { policies } from "@/db/schema/decisions";
import type { ActionFacts } from "@/lib/core/access/policy";
import type { Role } from "@/lib/core/access/principal";
import type { ActionStatus, Decision } from "@/lib/core/action/proposed-action";
import { selectAll, selectOne } from "@/db/queries/rows";

/** Versions of a tenant's policy. A version never changes; the next one follows it. */

export interface PolicyRow {
  version: number;
  /** SHA-256 of the text at its installation, hex. */
  hash: string;
  text: string;
}

/** The version in force. Null: the tenant has none, and everything is denied. */
export async function findLatestPolicy(tx: TenantTransaction, tenantId: number): Promise<PolicyRow | null> {
  const { version, hash, cedarText: text } = policies;
  const [row] = await tx
    .select({ version, hash, text })
    .from(policies)
    .where(eq(policies.tenantId, tenantId))
    .orderBy(desc(policies.version))
    .limit(1);
  return row ?? null;
}

export interface NewPolicy {
  hash: string;
  text: string;
  note: string;
  /** Who may administer the tenant. */
  actorUserId: number;
}

/**
 * Adds the next version, with its event, and returns it. Of two added at once one fails on the unique (tenant, version), so
 * no version is ever skipped or given twice.
 */
export async function publishPolicy(tx: TenantTransaction, policy: NewPolicy): Promise<number> {
  const { hash, text, note, actorUserId } = policy;
  const row = await selectOne<{ version: number }>(tx)`
    SELECT publish_policy(${hash}, ${text}, ${note}, ${actorUserId}) AS version`;
  return row.version;
}

export interface PolicyVersion extends PolicyRow {
  note: string;
  by: string;
  at: string;
}

/** Newest first, at most `limit`, from below a version on; null: from the newest. */
export const listPolicies = (tx: TenantTransaction, tenantId: number, below: number | null, limit: number) =>
  selectAll<PolicyVersion>(tx)`
    SELECT version, hash, cedar_text AS text, note, created_by_label AS by, created_at AS at FROM policies
    WHERE tenant_id = ${tenantId} AND (${below}::integer IS NULL OR version < ${below})
    ORDER BY version DESC LIMIT ${limit}`;

/** An action of late, with the facts that the policy was asked about and the answer that people gave. */
export interface JudgedAction extends Omit<ActionFacts, "tenantId" | "approverCount" | "requiredApprovals"> {
  id: number;
  status: ActionStatus;
  requiredApprovals: number;
  requiresStepUp: boolean;
  decision: Decision | null;
  decidedByKind: "person" | "policy" | null;
  decidedByUserId: number | null;
  /** The decider's role now. */
  role: Role | null;
}

/** Those that were proposed within `days`, newest first, at most `limit`. */
export const listJudgedActions = (tx: TenantTransaction, tenantId: number, days: number, limit: number) =>
  selectAll<JudgedAction>(tx)`
    SELECT a.id, a.status, a.action_type, a.entity_type, a.entity_ref, a.payload_text, a.risk_level, a.impact_cents,
      a.customer_ref, a.on_behalf_of_user_id, a.required_approvals, a.requires_step_up, a.decision, a.decided_by_kind,
      a.decided_by_user_id, g.name AS agent_name, m.role
    FROM proposed_actions a JOIN agents g ON g.id = a.agent_id AND g.tenant_id = a.tenant_id
    LEFT JOIN memberships m ON m.tenant_id = a.tenant_id AND m.user_id = a.decided_by_user_id
    WHERE a.tenant_id = ${tenantId} AND a.created_at > clock_timestamp() - make_interval(days => ${days})
    ORDER BY a.id DESC LIMIT ${limit}`;
