/** This room holds the SQL of proposed actions: proposing, deciding, amending, listing. */

import { type SQL, and, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { type AnyPgColumn, type PgSelect, type SubqueryWithSelection, alias } from "drizzle-orm/pg-core";
import type { LineCounts } from "@/lib/core/push/lines";
import type { ListSort } from "@/lib/core/action/list-order";
import type { ActionStatus } from "@/lib/core/action/proposed-action";
import type { RuleInForce } from "@/lib/core/action/tier-rules";
import type { TenantTransaction } from "@/db/client";
import { type ProposedActionRow, proposedActions } from "@/db/schema/actions";
import { agents, users } from "@/db/schema/people";
import { actionReceipts, nsPendingPushes } from "@/db/schema/pushes";
import { lineCountsJson } from "@/db/queries/pushes/lines";
import { type ActionFilter, conditionsOf } from "./list-filter";
import { type ListCursor, afterCursor, orderBy, sortKeyOf } from "./list-order";
import { WALKED_MAX, hasWords, isWalk } from "./search";
import { summaryColumnsOfAction, summaryColumnsOfPush } from "./summary-columns";
import type { ConflictRow } from "./waiting-values";

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
  /** The rule behind its tier, as it stands now; null: there is none of that name. */
  ruleInForce: sql<RuleInForce | null>`rule_in_force(${proposedActions.tenantId}, ${proposedActions.actionType},
    ${proposedActions.riskRule})`,
  /** While it is pending: the oldest other one that waits with the very same write; null: there is none. */
  twinId: sql<number | null>`CASE WHEN ${proposedActions.status} = 'pending' THEN (
    SELECT min(twin.id) FROM proposed_actions twin
    WHERE twin.tenant_id = ${proposedActions.tenantId} AND twin.payload_hash = ${proposedActions.payloadHash}
      AND twin.status = 'pending' AND twin.id <> ${proposedActions.id} AND twin.expires_at > clock_timestamp()) END`,
  /** While it is pending: the newest one with the very same write that was approved within 24 hours; null: there is none. */
  repeatsId: sql<number | null>`CASE WHEN ${proposedActions.status} = 'pending' THEN (
    SELECT earlier.id FROM proposed_actions earlier
    WHERE earlier.tenant_id = ${proposedActions.tenantId}
      AND earlier.input_fingerprint = ${proposedActions.inputFingerprint}
      AND earlier.payload_hash = ${proposedActions.payloadHash} AND earlier.status IN ('approved', 'applied')
      -- Nothing waits for as long as a week. The index knows when a write was proposed.
      AND earlier.created_at > clock_timestamp() - interval '7 days'
      AND earlier.decided_at > clock_timestamp() - interval '24 hours'
    ORDER BY earlier.created_at DESC LIMIT 1) END`,
  /** While it is pending: others that would set another value at one of its places. */
  conflicts: sql<ConflictRow[]>`CASE WHEN ${proposedActions.status} = 'pending'
    THEN conflicts_of(${proposedActions.tenantId}, ${proposedActions.id}) ELSE '[]' END`,
  /** The run that it, or the first version of it, was proposed in; null: none. */
  run: sql<{ id: number; workflow: string; step: string } | null>`CASE WHEN EXISTS (
    SELECT FROM workflows f WHERE f.tenant_id = ${proposedActions.tenantId} AND f.agent_id = ${proposedActions.agentId})
    THEN (
      SELECT jsonb_build_object('id', s.run_id, 'workflow', f.name, 'step', s.step_id)
      FROM steps s JOIN workflows f ON f.tenant_id = s.tenant_id AND f.id = s.workflow_id
      WHERE s.tenant_id = ${proposedActions.tenantId} AND s.id = step_that_proposed(${proposedActions})) END`,
  /** While it is pending only those count who may still decide, as in the claim. */
  approvals: sql<number>`cardinality(CASE
    WHEN ${proposedActions.status} = 'pending' AND ${proposedActions.approvers} <> '{}'
    THEN live_approvers(${proposedActions}) ELSE ${proposedActions.approvers} END)`,
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

/** Without the lines of rolls: a list holds up to a hundred rolls of up to 290 kB each and shows none of their lines. */
const summarised = {
  ...related,
  push: summaryColumnsOfPush,
  action: {
    ...summaryColumnsOfAction,
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

type ChosenRow = Awaited<ReturnType<typeof readRows>>[number];
export type SummaryRow = Omit<ChosenRow, "sortKey">;
export type ListedAction = Awaited<ReturnType<typeof listActionsById>>[number];

export interface ActionPage {
  rows: ChosenRow[];
  /** Where the next page begins; null: nothing more fits. A page of a search may have fewer rows than asked for before its end. */
  end: ListCursor | null;
}

/**
 * One page, in a stable order, without OFFSET. Its rows are chosen first, from the columns that the order and the filter
 * need, and only they are joined with names and pushes.
 */
export async function listActions(
  tx: TenantTransaction,
  tenantId: number,
  query: ActionFilter & { sort: ListSort; limit: number },
  cursor: ListCursor | null,
): Promise<ActionPage> {
  const { found, limit } = query;
  const inOrder = (count: number) =>
    tx
      .select({ id: proposedActions.id, sortKey: sortKeyOf(query).as("sort_key") })
      .from(proposedActions)
      .where(and(...conditionsOf(tenantId, query), cursor ? afterCursor(query, cursor) : undefined))
      .orderBy(...orderBy(query))
      .limit(count);
  const walked = inOrder(WALKED_MAX).as("walked");
  const search = isWalk(found) && { ...found, seesContent: query.seesContent };
  const page = search
    ? tx
        .select({ id: walked.id, sortKey: walked.sortKey })
        .from(walked)
        .where(hasWords(tx, tenantId, walked.id, search))
        .limit(limit)
        .as("page")
    : inOrder(limit).as("page");
  const rows = await readRows(tx, tenantId, query, page);
  const last = rows.at(-1);
  if (last && rows.length === limit) return { rows, end: { key: last.sortKey, id: last.action.id } };
  if (!search) return { rows, end: null };
  const [next] = await inOrder(1).offset(WALKED_MAX - 1);
  return { rows, end: next ? { key: next.sortKey, id: next.id } : null };
}

type Page = SubqueryWithSelection<
  { id: typeof proposedActions.id; sortKey: SQL.Aliased<string | null> },
  string
>;

const readRows = (
  tx: TenantTransaction,
  tenantId: number,
  order: { sort: ListSort; seesContent: boolean },
  page: Page,
) =>
  withNames(
    tx
      .select({ ...summarised, sortKey: page.sortKey })
      .from(proposedActions)
      .innerJoin(page, eq(page.id, proposedActions.id))
      .$dynamic(),
  )
    .where(ofTenant(tenantId))
    .orderBy(...orderBy(order));

/** Proposals, each with the version that took its place. */
const fromProposed = (tx: TenantTransaction) =>
  withNames(
    tx
      .select({ ...listed, successor: { id: successors.id, payloadText: successors.payloadText } })
      .from(proposedActions)
      .$dynamic(),
  ).leftJoin(
    successors,
    and(eq(successors.tenantId, proposedActions.tenantId), eq(successors.id, proposedActions.supersededById)),
  );

/** The proposals of one agent on behalf of one person, newest first; empty where there is none. */
export const listProposedFor = async (
  tx: TenantTransaction,
  tenantId: number,
  query: { agentName: string; userId: number; conversationRef: string | null; limit: number },
) =>
  fromProposed(tx)
    .where(
      and(
        ofTenant(tenantId),
        eq(proposedActions.onBehalfOfUserId, query.userId),
        eq(agents.name, query.agentName),
        query.conversationRef === null
          ? undefined
          : eq(proposedActions.conversationRef, query.conversationRef),
      ),
    )
    .orderBy(desc(proposedActions.id))
    .limit(query.limit);

export interface ProposedByQuery {
  agentId: number;
  statuses?: readonly ActionStatus[] | undefined;
  conversationRef?: string | undefined;
  /** The id that the page before ended with. An id of nobody's ends the list. */
  cursor?: number | undefined;
  limit: number;
}

/** The proposals of one agent, newest first; empty: nothing (more) fits. In the order of proposed_actions_by_agent, so that a page reads a page. */
export const listProposedBy = async (
  tx: TenantTransaction,
  tenantId: number,
  { agentId, statuses, conversationRef, cursor, limit }: ProposedByQuery,
) =>
  fromProposed(tx)
    .where(
      and(
        ofTenant(tenantId),
        eq(proposedActions.agentId, agentId),
        statuses && inArray(statusByNow, statuses as ActionStatus[]),
        conversationRef === undefined ? undefined : eq(proposedActions.conversationRef, conversationRef),
        cursor === undefined
          ? undefined
          : sql`(${proposedActions.createdAt}, ${proposedActions.id}) < (
              SELECT c.created_at, c.id FROM proposed_actions c
              WHERE c.tenant_id = ${tenantId} AND c.agent_id = ${agentId} AND c.id = ${cursor})`,
      ),
    )
    .orderBy(desc(proposedActions.createdAt), desc(proposedActions.id))
    .limit(limit);

/** Time runs out by itself, not when a sweep gets to it. */
const statusByNow = sql<ActionStatus>`CASE
  WHEN ${proposedActions.status} = 'pending' AND ${proposedActions.expiresAt} <= clock_timestamp() THEN 'expired'
  ELSE ${proposedActions.status}::text END`;

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
