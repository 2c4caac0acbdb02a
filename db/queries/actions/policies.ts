import { desc, eq } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { policies } from "@/db/schema/decisions";
import type { ActionFacts } from "@/lib/core/access/policy";
import type { Role } from "@/lib/core/access/principal";
import type { ActionStatus, Decision } from "@/lib/core/action/proposed-action";
import type { Page, SealedRow } from "@/db/queries/people/sealed";
import { execute, selectAll, selectOne } from "@/db/queries/rows";

/** Versions of a tenant's policy. A version never changes; the next one follows it. */

export interface PolicyRow {
  version: number;
  /** SHA-256 of the text at its installation, hex. */
  hash: string;
  text: string;
  /** The app's, which a version that was written past it has not. */
  seal: string | null;
}

/** The version in force. Null: the tenant has none, and everything is denied. */
export async function findLatestPolicy(tx: TenantTransaction, tenantId: number): Promise<PolicyRow | null> {
  const { version, hash, cedarText: text, seal } = policies;
  const [row] = await tx
    .select({ version, hash, text, seal })
    .from(policies)
    .where(eq(policies.tenantId, tenantId))
    .orderBy(desc(policies.version))
    .limit(1);
  return row ?? null;
}

/** In force within seven days before the one that is, where an author of them had a hand in the step's run; see policies_of_late. */
export const listPoliciesOfLate = (tx: TenantTransaction, tenantId: number, stepId: number) =>
  selectAll<PolicyRow>(tx)`
    SELECT version, hash, cedar_text AS text, seal FROM policies_of_late(${tenantId}::bigint, ${stepId}::bigint)`;

export interface NewPolicy extends PolicyRow {
  note: string;
  /** The people who may administer the tenant. */
  actorUserId: number;
}

/** Adds a version, with its event. False: it is not the next one, so that no version is ever skipped or given twice. */
export async function publishPolicy(tx: TenantTransaction, policy: NewPolicy): Promise<boolean> {
  const { version, hash, text, note, seal, actorUserId } = policy;
  const { added } = await selectOne<{ added: boolean }>(tx)`
    SELECT publish_policy(${version}, ${hash}, ${text}, ${note}, ${seal}, ${actorUserId}) AS added`;
  return added;
}

export interface PolicyVersion extends PolicyRow {
  note: string;
  by: string;
  at: string;
}

/** Newest first, at most `limit`, from below a version on; null: from the newest. */
export const listPolicies = (tx: TenantTransaction, tenantId: number, below: number | null, limit: number) =>
  selectAll<PolicyVersion>(tx)`
    SELECT version, hash, cedar_text AS text, seal, note, created_by_label AS by, created_at AS at FROM policies
    WHERE tenant_id = ${tenantId} AND (${below}::integer IS NULL OR version < ${below})
    ORDER BY version DESC LIMIT ${limit}`;

/** Named by its version, which is its own within the tenant. */
export type SealedPolicy = SealedRow & Pick<PolicyRow, "hash">;

export const listSealedPolicies = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedPolicy>(tx)`
    SELECT version AS id, seal AS value, hash FROM policies
    WHERE tenant_id = ${tenantId} AND version > ${afterId} ORDER BY version LIMIT ${limit}`;

/** 0: it changed meanwhile. */
export const replaceSealOfPolicy = (
  tx: TenantTransaction,
  tenantId: number,
  { id, value }: SealedPolicy,
  replacement: string,
) =>
  execute(tx)`
    UPDATE policies SET seal = ${replacement}
    WHERE tenant_id = ${tenantId} AND version = ${id} AND seal = ${value}`;

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
