import { type SQL, and, desc, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type ProposedActionRow, proposalKeys, proposedActions } from "@/db/schema/actions";
import type { ActionStatus } from "@/lib/core/action/proposed-action";
import type { RiskTier } from "@/lib/core/action/risk-tier";
import { execute, selectOne } from "@/db/queries/rows";
import type { Proposer } from "./waiting-values";

/** Proposals of agents: found, counted, inserted and withdrawn. */

export type NewProposal = Omit<typeof proposedActions.$inferInsert, "expiresAt">;

/** A proposal that a key made, or was answered with, and the hash of the request that it came with. */
export interface KeyedProposal {
  action: ProposedActionRow;
  requestHash: string;
}

/** The proposal behind this agent's idempotency key; null where the key is new. */
export async function findByIdempotencyKey(
  tx: TenantTransaction,
  tenantId: number,
  agentId: number,
  key: string,
): Promise<KeyedProposal | null> {
  const original = await findOfAgent(tx, tenantId, agentId, eq(proposedActions.idempotencyKey, key));
  if (original) return { action: original, requestHash: original.requestHash };
  const [row] = await tx
    .select({ action: getTableColumns(proposedActions), requestHash: proposalKeys.requestHash })
    .from(proposalKeys)
    .innerJoin(
      proposedActions,
      and(
        eq(proposedActions.tenantId, proposalKeys.tenantId),
        eq(proposedActions.id, proposalKeys.actionId),
        eq(proposedActions.agentId, proposalKeys.agentId),
      ),
    )
    .where(
      and(
        eq(proposalKeys.tenantId, tenantId),
        eq(proposalKeys.agentId, agentId),
        eq(proposalKeys.idempotencyKey, key),
      ),
    );
  return row ?? null;
}

/** From now on this key answers with the action, too. Only under `lockAgentLoad`, for a key that is new. */
export async function insertProposalKey(
  tx: TenantTransaction,
  key: Omit<typeof proposalKeys.$inferSelect, "createdAt">,
): Promise<void> {
  await execute(tx)`
    INSERT INTO proposal_keys (tenant_id, agent_id, idempotency_key, request_hash, action_id)
    VALUES (${key.tenantId}, ${key.agentId}, ${key.idempotencyKey}, ${key.requestHash}, ${key.actionId})`;
}

/** The same request, or the same write whatever the reason. */
export type EqualBy = { requestHash: string } | { inputFingerprint: string };

/**
 * Proposals of the agent's own writing, for the same person, that ask for the same and still wait at `aliveAt`, which is now or later:
 * the newest first, at most `limit`. By an index on the pending rows or on the fingerprint.
 */
export const listEqualPending = (
  tx: TenantTransaction,
  tenantId: number,
  { agentId, onBehalfOfUserId }: Proposer,
  equal: EqualBy,
  { aliveAt, limit }: { aliveAt: Date; limit: number },
): Promise<ProposedActionRow[]> =>
  tx
    .select()
    .from(proposedActions)
    .where(
      and(
        eq(proposedActions.tenantId, tenantId),
        eq(proposedActions.agentId, agentId),
        eq(proposedActions.status, "pending"),
        isNull(proposedActions.authorUserId),
        sql`${proposedActions.onBehalfOfUserId} IS NOT DISTINCT FROM ${onBehalfOfUserId}::bigint`,
        sql`${proposedActions.expiresAt} > greatest(clock_timestamp(), ${aliveAt.toISOString()}::timestamptz)`,
        "requestHash" in equal
          ? eq(proposedActions.requestHash, equal.requestHash)
          : eq(proposedActions.inputFingerprint, equal.inputFingerprint),
      ),
    )
    .orderBy(desc(proposedActions.id))
    .limit(limit);

/** One of the agent's own rows; null for another agent's or tenant's id. */
export const findOwnProposal = (tx: TenantTransaction, tenantId: number, agentId: number, actionId: number) =>
  findOfAgent(tx, tenantId, agentId, eq(proposedActions.id, actionId));

async function findOfAgent(tx: TenantTransaction, tenantId: number, agentId: number, which: SQL) {
  const [row] = await tx
    .select()
    .from(proposedActions)
    .where(and(eq(proposedActions.tenantId, tenantId), eq(proposedActions.agentId, agentId), which));
  return row ?? null;
}

/**
 * Every later wait for a lock in this transaction ends after this time, with a fault that passes (55P03). A waiting
 * transaction has a connection that others need, and the holder of the lock may be a frozen process.
 */
export async function limitLockWaits(tx: TenantTransaction, waitMsMax: number): Promise<void> {
  await tx.execute(sql`SELECT set_config('lock_timeout', ${String(waitMsMax)}, true)`);
}

/** Holds back every other request of this agent until the transaction ends, so that limits hold for parallel ones too. */
export async function lockAgentLoad(tx: TenantTransaction, tenantId: number, agentId: number): Promise<void> {
  const name = `${tenantId}:agent-load:${agentId}`;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/**
 * Inserts; the trigger sets the tier, and with it the expiry: the time that was asked for, the tier's full time at most.
 * Null asks for none. A reused idempotency key throws 23505 on proposed_actions_idempotency.
 */
export async function insertProposal(
  tx: TenantTransaction,
  row: NewProposal,
  expiresInSeconds: number | null,
): Promise<ProposedActionRow> {
  const expiresAt = sql`clock_timestamp() + make_interval(secs => ${expiresInSeconds}::integer)`;
  const [inserted] = await tx
    .insert(proposedActions)
    .values({ ...row, expiresAt })
    .returning();
  return inserted!;
}

/** The tier that the row would get from the trigger, in the place of another action (null: of none), and the figures weighed for it. */
export const weighRisk = (tx: TenantTransaction, row: NewProposal, insteadOf: number | null) =>
  selectOne<{ tier: RiskTier; rule: string; weighed: Record<string, number | null> }>(tx)`
    SELECT tier::int AS tier, rule, weighed
    FROM weigh_risk(jsonb_populate_record(NULL::proposed_actions, ${JSON.stringify({
      tenant_id: row.tenantId,
      action_type: row.actionType,
      entity_type: row.entityType,
      entity_ref: row.entityRef,
      precondition_key: row.preconditionKey,
      movement_percent: row.movementPercent,
      impact_cents: row.impactCents,
      impact_currency: row.impactCurrency ?? "USD",
      customer_ref: row.customerRef,
      sku: row.sku,
      record_ref: row.recordRef,
      location_ref: row.locationRef,
      effects: row.effects,
      marks: row.marks,
      weight_parts: row.weightParts,
      agent_id: row.agentId,
      facts_read_at: row.factsReadAt,
    })}::jsonb), ${insteadOf}::bigint, true, NULL)`;

/** Fills in the consequences of the tier, before the first event seals the row. */
export async function fillTierConsequences(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  consequences: { requiredApprovals: number; requiresStepUp: boolean; policyRule: string },
): Promise<ProposedActionRow> {
  const [row] = await tx
    .update(proposedActions)
    .set(consequences)
    .where(and(eq(proposedActions.tenantId, tenantId), eq(proposedActions.id, actionId)))
    .returning();
  return row!;
}

/** SHA-256 of the part of the row that never changes, as its first event seals it. */
export async function hashEvidence(tx: TenantTransaction, tenantId: number, actionId: number) {
  const { hash } = await selectOne<{ hash: string }>(tx)`
    SELECT hashed(action_evidence(a)) AS hash FROM proposed_actions a
    WHERE tenant_id = ${tenantId} AND id = ${actionId}`;
  return hash;
}

/**
 * True where the same write was proposed within 24 hours: then nothing may be approved by itself. Asked after the commit,
 * whichever has the smaller id, so that of two at once at least one sees the other.
 */
export async function wasProposedToday(tx: TenantTransaction, tenantId: number, actionId: number) {
  const twins = await execute(tx)`
    SELECT 1 FROM proposed_actions a JOIN proposed_actions b
      ON b.tenant_id = a.tenant_id AND b.input_fingerprint = a.input_fingerprint AND b.id <> a.id
      AND b.created_at > a.created_at - interval '24 hours'
    WHERE a.tenant_id = ${tenantId} AND a.id = ${actionId} LIMIT 1`;
  return twins > 0;
}

/**
 * pending → cancelled by its own agent. Null: it was no longer pending (or its time had passed), or a person wrote this
 * version. The row is locked first, so that the clock is read after every wait and a re-read in this transaction tells the
 * truth.
 */
export async function withdrawProposal(
  tx: TenantTransaction,
  tenantId: number,
  agentId: number,
  actionId: number,
  label: string,
): Promise<ProposedActionRow | null> {
  const own = and(
    eq(proposedActions.tenantId, tenantId),
    eq(proposedActions.agentId, agentId),
    eq(proposedActions.id, actionId),
  );
  await execute(tx)`SELECT 1 FROM proposed_actions WHERE ${own} FOR UPDATE`;
  const [row] = await tx
    .update(proposedActions)
    .set({
      status: "cancelled",
      endedAt: sql`clock_timestamp()`,
      endedByLabel: label,
      endReason: "withdrawn by the agent",
    })
    .where(
      and(
        own,
        isNull(proposedActions.authorUserId),
        eq(proposedActions.status, "pending"),
        sql`expires_at > clock_timestamp()`,
      ),
    )
    .returning();
  return row ?? null;
}

export interface ActionFate {
  id: number;
  status: ActionStatus;
  nsInternalId: string | null;
  why: string | null;
  /** Its first version has the key of this very step, or of the same one in a run that this run goes on from. */
  isOfStep: boolean;
}

/**
 * How an action stands, or the version that took its place, for the step that waits for its end: `why` is what people or NetSuite
 * said. The step's note of its proposal is a column that the app's role may write: whose it is, the proposals' keys say.
 */
export const findActionFate = (
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  step: { runId: number; stepId: string; isOnError: boolean; item: number | null },
) =>
  selectOne<ActionFate>(tx)`
    WITH RECURSIVE version AS (
      SELECT a.* FROM proposed_actions a WHERE a.tenant_id = ${tenantId} AND a.id = ${actionId}
      UNION ALL
      SELECT a.* FROM version v
      JOIN proposed_actions a ON a.tenant_id = ${tenantId} AND a.id = v.superseded_by_id AND a.supersedes_id = v.id),
    newest AS (SELECT * FROM version v ORDER BY v.id DESC LIMIT 1),
    earlier AS (
      SELECT n.supersedes_id, n.agent_id, n.idempotency_key FROM newest n
      UNION ALL
      SELECT a.supersedes_id, a.agent_id, a.idempotency_key
      FROM earlier e JOIN proposed_actions a ON a.tenant_id = ${tenantId} AND a.id = e.supersedes_id),
    run AS (
      SELECT ${step.runId}::bigint AS id
      UNION
      SELECT r.rerun_of_id FROM run JOIN runs r ON r.tenant_id = ${tenantId} AND r.id = run.id
      WHERE r.rerun_of_id IS NOT NULL)
    SELECT n.id, n.status, n.ns_internal_id, coalesce(n.end_reason, n.decision_comment) AS why, EXISTS (
      SELECT FROM earlier e
      JOIN steps s ON s.tenant_id = ${tenantId} AND s.idempotency_key = e.idempotency_key
      JOIN run ON run.id = s.run_id
      JOIN workflows f ON f.tenant_id = ${tenantId} AND f.id = s.workflow_id AND f.agent_id = e.agent_id
      WHERE e.supersedes_id IS NULL AND s.step_id = ${step.stepId} AND s.is_on_error = ${step.isOnError}
        AND s.item IS NOT DISTINCT FROM ${step.item}::integer) AS is_of_step
    FROM newest n`;
