import { type SQL, eq, lte, sql } from "drizzle-orm";
import type { ListStatus } from "@/lib/core/action/list-order";
import type { RiskTier } from "@/lib/core/action/risk-tier";
import { proposedActions } from "@/db/schema/actions";
import { type HistoryFilter, historyConditions } from "./history";
import { type SearchHits, amongIds, isWalk } from "./search";

/** The actions that a list asks for. "approved": and not yet applied; "history": everything that has ended. */
export interface ActionFilter extends HistoryFilter {
  status: ListStatus;
  tier?: number | undefined;
  /** Up to this tier. */
  tierMax?: number | undefined;
  type?: string | undefined;
  /** The agent's name. */
  agent?: string | undefined;
  customer?: string | undefined;
  found?: SearchHits | undefined;
  /** False: a filter by customer finds nothing, and `found` was looked for in outlines. */
  seesContent: boolean;
}

/** The rows that fit, of one tenant. */
export function conditionsOf(tenantId: number, query: ActionFilter): (SQL | undefined)[] {
  const { found } = query;
  return [
    eq(proposedActions.tenantId, tenantId),
    statusCondition(query.status),
    query.tier ? eq(proposedActions.riskLevel, query.tier as RiskTier) : undefined,
    query.tierMax ? lte(proposedActions.riskLevel, query.tierMax as RiskTier) : undefined,
    query.type ? eq(proposedActions.actionType, query.type) : undefined,
    query.agent ? agentCondition(tenantId, query.agent) : undefined,
    query.customer ? customerCondition(query.customer, query.seesContent) : undefined,
    found && !isWalk(found) ? amongIds(found.ids) : undefined,
    ...historyConditions(tenantId, query),
  ];
}

/** Its id is read first, once: with a join the planner would not know that the rows come from one agent, in order. */
const agentCondition = (tenantId: number, name: string): SQL =>
  sql`${proposedActions.agentId} = (SELECT id FROM agents WHERE tenant_id = ${tenantId} AND name = ${name})`;

function statusCondition(status: ListStatus): SQL | undefined {
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
