import { type SQL, eq, sql } from "drizzle-orm";
import type { EndedStatus } from "@/lib/core/action/list-order";
import type { TenantTransaction } from "@/db/client";
import { proposedActions } from "@/db/schema/actions";
import { tenants } from "@/db/schema/people";
import { selectAll } from "@/db/queries/rows";
import { lastTime } from "./list-order";

/** The part of a list's filter that looks at how and when actions ended, and who decided them. */
export interface HistoryFilter {
  outcome?: EndedStatus | undefined;
  /** A person who approved or rejected it, as one of several too; `policy`: a standing authorisation. */
  decidedBy?: number | "policy" | undefined;
  /** Days in the tenant's time zone, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The moment at which an action ended; of an approved one its decision, of a pending one null. */
const endedAt = sql`coalesce(${proposedActions.appliedAt}, ${proposedActions.endedAt}, ${proposedActions.decidedAt})`;

/** The id of a person of another tenant finds nothing, because they have decided nothing here. */
export function historyConditions(
  tenantId: number,
  { outcome, decidedBy, from, to }: HistoryFilter,
): (SQL | undefined)[] {
  return [
    outcome && eq(proposedActions.status, outcome),
    decidedBy === undefined
      ? undefined
      : decidedBy === "policy"
        ? eq(proposedActions.decidedByKind, "policy")
        : sql`EXISTS (SELECT FROM decisions d WHERE d.tenant_id = ${tenantId} AND d.actor_user_id = ${decidedBy}
            AND d.action_id = ${proposedActions.id})`,
    from === undefined ? undefined : isAt(sql`>= ${startOfDay(tenantId, from, 0)}`),
    to === undefined ? undefined : isAt(sql`< ${startOfDay(tenantId, to, 1)}`),
  ];
}

/** The same of `lastTime`, where it is known, which has an index. */
const isAt = (compared: SQL): SQL => sql`(${endedAt} ${compared} AND ${lastTime} ${compared})`;

/** A day may have 23 or 25 hours: its end is the next one's beginning. */
const startOfDay = (tenantId: number, day: string, daysLater: 0 | 1): SQL =>
  sql`(SELECT (${day}::date + ${daysLater}::int)::timestamp AT TIME ZONE ${tenants.timeZone}
    FROM ${tenants} WHERE ${tenants.id} = ${tenantId})`;

/** Everybody who has approved or rejected something in this tenant, by name; former members too. */
export const listDeciders = (tx: TenantTransaction, tenantId: number) =>
  selectAll<{ id: number; name: string }>(tx)`
    SELECT u.id, u.name FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.tenant_id = ${tenantId}
      AND EXISTS (SELECT FROM decisions d WHERE d.tenant_id = ${tenantId} AND d.actor_user_id = m.user_id)
    ORDER BY u.name, u.id LIMIT 500`;

export async function readTimeZone(tx: TenantTransaction, tenantId: number): Promise<string> {
  const [row] = await tx.select({ zone: tenants.timeZone }).from(tenants).where(eq(tenants.id, tenantId));
  return row!.zone;
}
