/** This room holds the SQL of proposed actions: proposing, deciding, amending, listing. */

import { type SQL, and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { type AnyPgColumn, type PgSelect, alias } from "drizzle-orm/pg-core";
import type { LineCounts } from "@/lib/core/push/lines";
import type { ActionStatus } from "@/lib/core/action/proposed-action";
import type { RiskTier } from "@/lib/core/action/risk-tier";
import type { TenantTransaction } from "@/db/client";
import { type ProposedActionRow, proposedActions } from "@/db/schema/actions";
import { agents, users } from "@/db/schema/people";
import { actionReceipts, nsPendingPushes } from "@/db/schema/pushes";
import { lineCountsJson } from "@/db/queries/pushes/lines";

/** Proposed actions as people and agents read them, with the agent, people and push of each. */

const authors = alias(users, "authors");
const successors = alias(proposedActions, "successors");

const related = {
  agentName: agents.name,
  onBehalfOf: users.name,
  author: authors.name,
  /** The first line's; null before the approval, like the counts of all lines. */
  push: getTableColumns(nsPendingPushes),
  lineCounts: sql<LineCounts | null>`CASE WHEN ${nsPendingPushes.id} IS NOT NULL
    THEN ${lineCountsJson(sql`${nsPendingPushes.actionId}`)} END`,
  /** While it is pending only those count who may still decide, as in the claim. */
  approvals: sql<number>`cardinality(CASE
    WHEN ${proposedActions.status} = 'pending' AND ${proposedActions.approvers} <> '{}'
    THEN live_approvers(${proposedActions}) ELSE ${proposedActions.approvers} END)`,
  /** expires_at with its microseconds, for the cursor. */
  expiresAtText: sql<string>`${proposedActions.expiresAt}::text`,
};

const listed = {
  ...related,
  action: getTableColumns(proposedActions),
  /** The stored payload; of a roll in a list without its lines. Never hashed, never written. */
  shownPayloadText: proposedActions.payloadText,
};

/** A roll that was proposed before its figures were kept brings its lines along. */
function withoutLines<Shown>(light: SQL, full: AnyPgColumn): SQL<Shown> {
  return sql<Shown>`CASE WHEN ${proposedActions.factsJson} ? 'roll' THEN ${light} ELSE ${full} END`;
}

const {
  payloadJson: _payload,
  payloadText: _text,
  evidenceJson: _evidence,
  weightParts: _parts,
  ...lightColumns
} = getTableColumns(proposedActions);

/** Without the lines of rolls: a list holds up to a hundred rolls of up to 290 kB each and shows none of their lines. */
const summarised = {
  ...related,
  action: {
    ...lightColumns,
    factsJson: withoutLines<ProposedActionRow["factsJson"]>(
      sql`${proposedActions.factsJson} - 'lines'`,
      proposedActions.factsJson,
    ),
  },
  shownPayloadText: withoutLines<string>(
    sql`(${proposedActions.payloadJson} - 'lines')::text`,
    proposedActions.payloadText,
  ),
};

const itsAgent = and(eq(agents.id, proposedActions.agentId), eq(agents.tenantId, proposedActions.tenantId));
const itsAuthor = eq(authors.id, proposedActions.authorUserId);
const itsPerson = eq(users.id, proposedActions.onBehalfOfUserId);
const itsPush = and(
  eq(nsPendingPushes.actionId, proposedActions.id),
  eq(nsPendingPushes.tenantId, proposedActions.tenantId),
  eq(nsPendingPushes.lineNo, 1),
);

const ofTenant = (tenantId: number) => eq(proposedActions.tenantId, tenantId);

const withNames = <Query extends PgSelect>(query: Query) =>
  query
    .innerJoin(agents, itsAgent)
    .leftJoin(users, itsPerson)
    .leftJoin(authors, itsAuthor)
    .leftJoin(nsPendingPushes, itsPush);

/** Everything that was proposed. */
const fromActions = (tx: TenantTransaction) => withNames(tx.select(listed).from(proposedActions).$dynamic());

export type SummaryRow = Awaited<ReturnType<typeof listActions>>[number];
export type ListedAction = Awaited<ReturnType<typeof listActionsById>>[number];

/** The end of a page: pending goes by the earliest expiry, everything else by the newest id. */
export interface ListCursor {
  expiresAtText: string | null;
  id: number;
}

/** The actions a list asks for. "approved": and not yet applied; "history": everything that has ended. */
interface ActionFilter {
  status: ActionStatus | "history" | "all";
  tier?: number;
  type?: string;
  /** By name. */
  agent?: string;
  customer?: string;
  q?: string;
  limit: number;
  /** False: nothing is found by content, so that no search tells what it holds. A search by customer finds nothing. */
  seesContent: boolean;
}

/** One page, in a stable order, without OFFSET. Empty: nothing (more) fits. */
export async function listActions(
  tx: TenantTransaction,
  tenantId: number,
  query: ActionFilter,
  cursor: ListCursor | null,
) {
  const soonestFirst = query.status === "pending";
  const where = and(
    ofTenant(tenantId),
    statusCondition(query.status),
    query.tier ? eq(proposedActions.riskLevel, query.tier as RiskTier) : undefined,
    query.type ? eq(proposedActions.actionType, query.type) : undefined,
    query.agent ? eq(agents.name, query.agent) : undefined,
    query.customer ? customerCondition(query.customer, query.seesContent) : undefined,
    query.q ? searchCondition(query.q, query.seesContent) : undefined,
    cursor ? afterCursor(cursor, soonestFirst) : undefined,
  );
  const order = soonestFirst ? [proposedActions.expiresAt, proposedActions.id] : [desc(proposedActions.id)];
  return withNames(tx.select(summarised).from(proposedActions).$dynamic())
    .where(where)
    .orderBy(...order)
    .limit(query.limit);
}

function statusCondition(status: ActionFilter["status"]): SQL | undefined {
  switch (status) {
    case "all":
      return undefined;
    case "history":
      return sql`${proposedActions.status} NOT IN ('pending', 'approved')`;
    case "pending":
      // An action whose time has passed cannot be decided any more, even before the sweep ends it.
      return sql`${proposedActions.status} = 'pending' AND ${proposedActions.expiresAt} > clock_timestamp()`;
    default:
      return eq(proposedActions.status, status);
  }
}

const customerCondition = (customer: string, seesContent: boolean): SQL =>
  seesContent ? eq(proposedActions.customerRef, customer) : sql`false`;

function searchCondition(q: string, seesContent: boolean): SQL {
  const words = `%${q.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
  const id = /^#?\d{1,15}$/.test(q) ? Number(q.replace("#", "")) : null;
  const inContent = sql`OR ${proposedActions.customerRef} ILIKE ${words}
    OR ${proposedActions.factsJson} ->> 'item_name' ILIKE ${words}
    OR ${proposedActions.factsJson} ->> 'record_name' ILIKE ${words}
    OR ${proposedActions.payloadText} ILIKE ${words}`;
  return sql`(${proposedActions.entityRef} ILIKE ${words} OR ${agents.name} ILIKE ${words}
    ${seesContent ? inContent : sql``}
    ${id === null ? sql`` : sql`OR ${proposedActions.id} = ${id}`})`;
}

function afterCursor(cursor: ListCursor, soonestFirst: boolean): SQL {
  return soonestFirst && cursor.expiresAtText !== null
    ? sql`(${proposedActions.expiresAt}, ${proposedActions.id})
        > (${cursor.expiresAtText}::timestamptz, ${cursor.id}::bigint)`
    : sql`${proposedActions.id} < ${cursor.id}`;
}

/**
 * The proposals of one agent on behalf of one person, newest first, each with the version that took its place; empty
 * where there is none.
 */
export async function listProposedFor(
  tx: TenantTransaction,
  tenantId: number,
  query: { agentName: string; userId: number; conversationRef: string | null; limit: number },
) {
  const { conversationRef } = query;
  const successor = { id: successors.id, payloadText: successors.payloadText };
  return withNames(
    tx
      .select({ ...listed, successor })
      .from(proposedActions)
      .$dynamic(),
  )
    .leftJoin(
      successors,
      and(
        eq(successors.tenantId, proposedActions.tenantId),
        eq(successors.id, proposedActions.supersededById),
      ),
    )
    .where(
      and(
        ofTenant(tenantId),
        eq(proposedActions.onBehalfOfUserId, query.userId),
        eq(agents.name, query.agentName),
        conversationRef === null ? undefined : eq(proposedActions.conversationRef, conversationRef),
      ),
    )
    .orderBy(desc(proposedActions.id))
    .limit(query.limit);
}

/** These actions, in no particular order; those of other tenants are left out. */
export const listActionsById = async (tx: TenantTransaction, tenantId: number, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : fromActions(tx).where(and(ofTenant(tenantId), inArray(proposedActions.id, ids as number[])));

/** Null: no such action in this tenant. */
export async function readListedAction(tx: TenantTransaction, tenantId: number, id: number) {
  const [row] = await fromActions(tx).where(and(ofTenant(tenantId), eq(proposedActions.id, id)));
  return row ?? null;
}

export async function readActionRow(tx: TenantTransaction, tenantId: number, id: number) {
  const [row] = await tx
    .select()
    .from(proposedActions)
    .where(and(ofTenant(tenantId), eq(proposedActions.id, id)));
  return row ?? null;
}

export async function readReceipt(tx: TenantTransaction, tenantId: number, actionId: number) {
  const [row] = await tx
    .select()
    .from(actionReceipts)
    .where(and(eq(actionReceipts.tenantId, tenantId), eq(actionReceipts.actionId, actionId)))
    .orderBy(actionReceipts.id)
    .limit(1);
  return row ?? null;
}
