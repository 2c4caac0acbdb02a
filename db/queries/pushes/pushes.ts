/** This room holds the SQL of delivery: pushes, leases, receipts, dead letters, lanes, outbox. */

import { sql } from "drizzle-orm";
import type { Database, TenantTransaction } from "@/db/client";
import type { PolicyRow } from "@/db/queries/actions/policies";
import type { proposedActions } from "@/db/schema/actions";
import type { nsPendingPushes } from "@/db/schema/pushes";
import type { SeenSwitch, StoredSwitch } from "@/db/queries/controls/kill-switches";
import { type RowOf, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { AccountRow } from "./netsuite-accounts";

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

/** Null: there is no such push. */
export const findActionOfPush = async (tx: TenantTransaction, tenantId: number, pushId: number) =>
  (
    await selectFirst<{ actionId: number }>(tx)`
      SELECT action_id FROM ns_pending_pushes WHERE tenant_id = ${tenantId} AND id = ${pushId}`
  )?.actionId ?? null;

/** The facts that the seal of a proposal covers, and its seals. Null: there is no such action. */
export const readIntake = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  selectFirst<{ evidenceHash: string; intakeSeals: (string | null)[] }>(tx)`
    SELECT hashed(action_evidence(a)) AS evidence_hash, intake_seals(a) AS intake_seals
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
      approval_links(a) AS approval_links, intake_seals(a) AS intake_seals
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
  /** Seconds since a request of it could last have begun. Below zero: one still can. Null: none was ever sent. */
  overForSeconds: number | null;
  /** A request left before, and nothing has shown since that it wrote nothing. */
  sentWithoutProof: boolean;
  actionStatus: string;
  agentName: string;
  /** A claiming decision on this very payload stands in the table, with as many approvers as were asked for. */
  decisionStands: boolean;
  /** The tenant may still have such writes made. */
  entitled: boolean;
  /** The people whose approvals were counted. Empty: a standing authorisation approved. */
  approvers: number[];
  /** The votes and the approval in the action's chain, oldest first; votes at a lower tier count no longer. */
  approvalLinks: ApprovalLink[];
  /** SHA-256 of the part of the action's row that never changes, as it is now. */
  evidenceHash: string;
  /** The app's seals on the proposal in the action's chain. */
  intakeSeals: (string | null)[];
  /** While pushing: how long its sender still owns it; zero or less once the lease has run out. */
  leaseLeftMs: number | null;
  /** Milliseconds until one push may try the halted lane. Null: no halted lane stops this push. */
  laneShutMs: number | null;
}

/** Null: no such push in this tenant. */
export const readPushContext = async (tx: TenantTransaction, tenantId: number, pushId: number) =>
  (
    await selectOne<{ context: PushContext | null }>(tx)`
      SELECT push_context(${tenantId}::bigint, ${pushId}::bigint) AS context`
  ).context;

/** Everything that sending a push is judged by. */
export interface PushRows {
  context: PushContext;
  approverCount: number;
  /** Null: the tenant has none. */
  policy: PolicyRow | null;
  /** Null: they cannot be read, which the look itself says. */
  switches: readonly StoredSwitch[] | null;
  /** The tenant's own NetSuite account; null: it has none of its own. */
  account: Pick<AccountRow, "id" | "account"> | null;
  /** The lines of its action that something can be done about now, in order. Those with one `turn` go one after the other. */
  due: { id: number; turn: string }[];
}

/** In one round trip, which a push waits for. Null: no such push in this tenant. */
export async function readPush(
  { delivering }: Database,
  tenantId: number,
  pushId: number,
): Promise<PushRows | null> {
  const [row] = await delivering.sql<PushRows[]>`SELECT * FROM read_push(${tenantId}, ${pushId})`;
  return row ?? null;
}

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
