import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { RunStatus, TriggerType } from "@/lib/core/run/run";
import { selectAll } from "@/db/queries/rows";
import { type RunRow, runColumns, runTables } from "./runs";

/** Runs as pages and agents look for them. */

export interface RunFilter {
  status?: readonly RunStatus[] | undefined;
  workflow?: string | undefined;
  trigger_type?: TriggerType | undefined;
  /** A run's number, with or without `#`, or a part of its trigger_ref, of the name of its workflow or of whoever began it. */
  q?: string | undefined;
  /** Those that this agent began. */
  agentId?: number | undefined;
  /** The id that the page before ended with. */
  cursor?: number | undefined;
  limit: number;
}

/** Newest first. Empty: nothing (more) fits. */
export const listRuns = (
  tx: TenantTransaction,
  tenantId: number,
  { status, workflow, trigger_type: trigger, q, agentId, cursor, limit }: RunFilter,
) => {
  const newest = sql`ORDER BY r.id DESC LIMIT ${limit}`;
  const statuses = sql`ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(status ?? [])}::jsonb))`;
  if (q !== undefined)
    return selectAll<RunRow>(tx)`
      SELECT ${runColumns} FROM ${runTables}
      WHERE r.tenant_id = ${tenantId} AND r.id IN (
        SELECT find_runs(lower(${q}::text), ${numberIn(q)}::bigint, ${namedBy(tenantId, q)},
          ${cursor ?? Number.MAX_SAFE_INTEGER}::bigint, ${limit}::integer,
          CASE WHEN ${status !== undefined}::boolean THEN ${statuses} END, ${workflowOf(tenantId, workflow)},
          ${trigger ?? null}::text, ${agentId ?? null}::bigint))
      ${newest}`;
  return selectAll<RunRow>(tx)`
    SELECT ${runColumns} FROM ${runTables}
    WHERE r.tenant_id = ${tenantId} AND (${cursor ?? null}::bigint IS NULL OR r.id < ${cursor ?? null})
      AND (${status === undefined}::boolean OR r.status = ANY (${statuses}))
      AND (${workflow ?? null}::text IS NULL OR f.name = ${workflow ?? null})
      AND (${trigger ?? null}::text IS NULL OR r.trigger_type = ${trigger ?? null})
      AND (${agentId ?? null}::bigint IS NULL OR r.started_by_agent_id = ${agentId ?? null})
    ${newest}`;
};

/** The number that the text is, with or without its sign. */
function numberIn(q: string): number | null {
  const number = /^#?(\d{1,15})$/.exec(q);
  return number ? Number(number[1]) : null;
}

const namedBy = (tenantId: number, q: string) => sql`
  ARRAY(SELECT w.id FROM workflows w WHERE w.tenant_id = ${tenantId} AND strpos(lower(w.name), lower(${q})) > 0)`;

/** Null: of whichever; 0, which no workflow has, where none has that name. */
const workflowOf = (tenantId: number, name: string | undefined) =>
  name === undefined
    ? sql`NULL::bigint`
    : sql`coalesce((SELECT w.id FROM workflows w WHERE w.tenant_id = ${tenantId} AND w.name = ${name}), 0)`;
