import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { type ProposalPayload, asLine } from "@/lib/core/payload/payload";
import type { DeliveredPush } from "@/lib/core/action/delivery-state";
import type { LiveFinding } from "@/lib/core/action/live-finding";
import { ACTION_TRANSITIONS } from "@/lib/core/action/proposed-action";
import { statusesBefore } from "@/lib/core/transitions";
import type { TenantTransaction } from "@/db/client";
import { type ProposedActionRow, proposedActions } from "@/db/schema/actions";
import { liveReadings } from "@/db/schema/decisions";
import { agents } from "@/db/schema/people";
import { maybeWritten } from "@/db/queries/pushes/lines";
import { execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";

/** Amending an action. Locks are taken on the pushes, the action and the day's totals, in this order. */

export interface AmendmentContext {
  action: ProposedActionRow;
  agentName: string;
  pushes: DeliveredPush[];
  receiptOpen: boolean;
  /** The reversal of the applied write; null: it is not reversible, or was not applied. */
  howToReverse: unknown;
  successorId: number | null;
  undoId: number | null;
  /** Seconds until its expiry, by the database's clock. Zero or less: it has expired. */
  secondsLeft: number;
  /** The same of the grace of its decision. Null: it has none. */
  graceSecondsLeft: number | null;
  /** The finding of the last live reading. Null: there was none. */
  finding: LiveFinding | null;
  /** The actor of each event so far, by the event's type; of an extension also that of the action which this one is a copy of. */
  actors: Readonly<Record<string, string>>;
}

/** Null: no such action in this tenant. */
export async function readAmendmentContext(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
): Promise<AmendmentContext | null> {
  const [row] = await tx
    .select({
      action: getTableColumns(proposedActions),
      agentName: agents.name,
      secondsLeft: sql<number>`extract(epoch FROM ${proposedActions.expiresAt} - clock_timestamp())::float8`,
      graceSecondsLeft: sql<
        number | null
      >`extract(epoch FROM ${proposedActions.graceUntil} - clock_timestamp())::float8`,
      finding: liveReadings.finding,
      actors: sql<Record<string, string>>`(
        SELECT coalesce(jsonb_object_agg(e.event_type, e.actor_label), '{}')
          || jsonb_strip_nulls(jsonb_build_object(
            'hitl.extended', extended_by(${tenantId}::bigint, ${actionId}::bigint)))
        FROM events e
        WHERE e.tenant_id = ${tenantId} AND e.entity_type = 'proposed_action' AND e.entity_id = ${actionId})`,
    })
    .from(proposedActions)
    .innerJoin(
      agents,
      and(eq(agents.id, proposedActions.agentId), eq(agents.tenantId, proposedActions.tenantId)),
    )
    .leftJoin(
      liveReadings,
      and(eq(liveReadings.tenantId, proposedActions.tenantId), eq(liveReadings.actionId, proposedActions.id)),
    )
    .where(and(eq(proposedActions.tenantId, tenantId), eq(proposedActions.id, actionId)));
  if (!row) return null;
  const pushes = await selectAll<DeliveredPush>(tx)`
    SELECT p.status, ${maybeWritten} AS "maybeWritten" FROM ns_pending_pushes p
    WHERE p.tenant_id = ${tenantId} AND p.action_id = ${actionId} ORDER BY p.id`;
  // Receipts arise in the order of writing; people know the lines by their numbers.
  const receipt = await selectOne<{ open: boolean | null; howToReverse: ProposalPayload[] | null }>(tx)`
    SELECT bool_or(r.status = 'unknown') AS open,
      jsonb_agg(r.how_to_reverse ORDER BY p.line_no, r.id)
        FILTER (WHERE r.status = 'applied' AND r.reversible) AS how_to_reverse
    FROM action_receipts r LEFT JOIN ns_pending_pushes p ON p.tenant_id = r.tenant_id AND p.id = r.push_id
    WHERE r.tenant_id = ${tenantId} AND r.action_id = ${actionId}`;
  return {
    ...row,
    pushes,
    receiptOpen: receipt.open ?? false,
    howToReverse: reverseOf(row.action, receipt.howToReverse ?? []),
    successorId: await findSuccessor(tx, tenantId, actionId),
    undoId: await findOpenUndo(tx, tenantId, actionId),
  };
}

/** The reversal of a roll takes back the lines that were written, and no others. */
function reverseOf(
  action: ProposedActionRow,
  ofReceipts: readonly ProposalPayload[],
): ProposalPayload | null {
  const [first] = ofReceipts;
  if (!first || !(action.payloadJson as ProposalPayload).lines) return first ?? null;
  return {
    action_type: action.actionType,
    entity_type: action.entityType,
    entity_ref: action.entityRef,
    changes: [],
    context: {},
    lines: ofReceipts.map(asLine),
  };
}

/** Approved or applied, or pending and not yet expired. */
const stillCounts = sql`(status IN ('approved', 'applied') OR (status = 'pending' AND expires_at > clock_timestamp()))`;

/** The version that took the action's place, however many versions later, and still counts. Null: none does. */
export async function findSuccessor(tx: TenantTransaction, tenantId: number, actionId: number) {
  const row = await selectFirst<{ id: number }>(tx)`
    WITH RECURSIVE later AS (
      SELECT id, status, expires_at FROM proposed_actions WHERE tenant_id = ${tenantId} AND supersedes_id = ${actionId}
      UNION
      SELECT a.id, a.status, a.expires_at FROM proposed_actions a JOIN later ON a.supersedes_id = later.id
      WHERE a.tenant_id = ${tenantId})
    SELECT id FROM later WHERE ${stillCounts} ORDER BY id DESC LIMIT 1`;
  return row?.id ?? null;
}

/** Every version that took the action's place, however many versions later. */
export async function listSuccessors(tx: TenantTransaction, tenantId: number, actionId: number) {
  const rows = await selectAll<{ id: number }>(tx)`
    WITH RECURSIVE later AS (
      SELECT id FROM proposed_actions WHERE tenant_id = ${tenantId} AND supersedes_id = ${actionId}
      UNION
      SELECT a.id FROM proposed_actions a JOIN later ON a.supersedes_id = later.id WHERE a.tenant_id = ${tenantId})
    SELECT id FROM later ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** The compensating change that waits, is approved or was applied. Null: none does. */
export async function findOpenUndo(tx: TenantTransaction, tenantId: number, actionId: number) {
  const row = await selectFirst<{ id: number }>(tx)`
    SELECT id FROM proposed_actions WHERE tenant_id = ${tenantId} AND undo_of_id = ${actionId} AND ${stillCounts}
    ORDER BY id DESC LIMIT 1`;
  return row?.id ?? null;
}

/** Holds the action until the transaction ends, so that the second of two verbs on it sees the effects of the first. */
export const lockAction = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  execute(tx)`
    SELECT 1 FROM proposed_actions WHERE tenant_id = ${tenantId} AND id = ${actionId} FOR NO KEY UPDATE`;

export interface ActionEnding {
  to: "cancelled" | "superseded";
  from: "pending" | "approved";
  byLabel: string;
  reason: string;
}

/**
 * pending, approved → cancelled, superseded, by a person. False: it was no longer in that state, or its time had passed.
 * An approved one goes after its pushes; the trigger refuses it while one of them may be sent.
 */
export async function endByPerson(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  ending: ActionEnding,
): Promise<boolean> {
  // Locked first, so that the clock is read after every wait.
  await lockAction(tx, tenantId, actionId);
  const ended = await execute(tx)`
    UPDATE proposed_actions SET status = ${ending.to}, ended_at = clock_timestamp(),
      ended_by_label = ${ending.byLabel}, end_reason = ${ending.reason}
    WHERE tenant_id = ${tenantId} AND id = ${actionId} AND status = ${ending.from}
      AND status IN ${statusesBefore(ACTION_TRANSITIONS, ending.to)}
      AND (status <> 'pending' OR expires_at > clock_timestamp())`;
  return ended === 1;
}

/** Moves the expiry of a pending action. False: nothing was changed, as the SQL function says. */
export async function extendExpiry(
  tx: TenantTransaction,
  { actionId, userId, reason, seal }: { actionId: number; userId: number; reason: string; seal: string },
) {
  const row = await selectOne<{ extended: boolean }>(tx)`
    SELECT extend_action(${actionId}, ${userId}, ${reason}, ${seal}) AS extended`;
  return row.extended;
}

/** The undos of this action that are said to have ended without a write. */
export async function listEndedUndos(
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
): Promise<number[]> {
  const rows = await selectAll<{ id: number }>(tx)`
    SELECT id FROM proposed_actions WHERE tenant_id = ${tenantId} AND undo_of_id = ${actionId}
      AND status IN ('stale', 'cancelled', 'superseded') ORDER BY id`;
  return rows.map(({ id }) => id);
}

/** Names the version that took the place of an action that has ended. */
export const nameSuccessor = (
  tx: TenantTransaction,
  tenantId: number,
  actionId: number,
  successorId: number,
) =>
  execute(tx)`
    UPDATE proposed_actions SET superseded_by_id = ${successorId} WHERE tenant_id = ${tenantId} AND id = ${actionId}`;

/** The payload that an action was replaced with, for its agent. Null: nothing replaced it. */
export async function readSuccessorPayload(tx: TenantTransaction, tenantId: number, successorId: number) {
  const [row] = await tx
    .select({ id: proposedActions.id, payloadText: proposedActions.payloadText })
    .from(proposedActions)
    .where(and(eq(proposedActions.tenantId, tenantId), eq(proposedActions.id, successorId)));
  return row ?? null;
}
