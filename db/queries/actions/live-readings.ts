import type { TenantTransaction } from "@/db/client";
import { execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { ProposedActionRow } from "@/db/schema/actions";
import type { LiveFinding } from "@/lib/core/action/live-finding";

/** Live readings: what was found in the records of actions, for the claim. */

export interface LiveReading {
  actionId: number;
  /** Before NetSuite was asked, by the database's clock. */
  readAt: string;
  finding: LiveFinding;
  /** From the live value; null where nothing moved, or nothing can be proposed from it. */
  riskLevel: number | null;
}

/** The moment of a reading that is about to be made. */
export async function readClock(tx: TenantTransaction): Promise<string> {
  return (await selectOne<{ now: string }>(tx)`SELECT clock_timestamp()::text AS now`).now;
}

/** Keeps a reading, unless a later one is kept already. */
export const keepReading = (tx: TenantTransaction, tenantId: number, reading: LiveReading) =>
  execute(tx)`
    INSERT INTO live_readings AS r (tenant_id, action_id, read_at, finding, risk_level)
    VALUES (${tenantId}, ${reading.actionId}, ${reading.readAt}::timestamptz, ${reading.finding}, ${reading.riskLevel})
    ON CONFLICT (tenant_id, action_id) DO UPDATE
      SET read_at = excluded.read_at, finding = excluded.finding, risk_level = excluded.risk_level
      WHERE r.read_at <= excluded.read_at`;

/** The finding of the last look at an action's record. Null: nobody has looked, or not for a day. */
export const findReading = (tx: TenantTransaction, tenantId: number, actionId: number) =>
  selectFirst<Pick<LiveReading, "finding" | "riskLevel">>(tx)`
    SELECT finding, risk_level FROM live_readings WHERE tenant_id = ${tenantId} AND action_id = ${actionId}`;

export type ReadableAction = Pick<
  ProposedActionRow,
  "id" | "actionType" | "payloadText" | "factsJson" | "status" | "riskLevel"
> & { factsReadAt: string | null };

/** The given actions that exist, in no particular order. */
export const listReadable = (tx: TenantTransaction, tenantId: number, ids: readonly number[]) =>
  selectAll<ReadableAction>(tx)`
    SELECT id, action_type, payload_text, facts_json, facts_read_at, status, risk_level FROM proposed_actions
    WHERE tenant_id = ${tenantId} AND id = ANY (${`{${ids.join(",")}}`}::bigint[])`;
