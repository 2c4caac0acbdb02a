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
  const statuses = sql`ARRAY(SELECT jsonb_array_elements_text(${JSON.stringify(status ?? [])}::jsonb))`;
  const below = sql`${cursor ?? Number.MAX_SAFE_INTEGER}::bigint`;
  // Chosen first, and joined afterwards: the planner would join all of them.
  const chosen =
    q === undefined
      ? sql`
        SELECT o.id FROM runs o
        WHERE o.tenant_id = ${tenantId} AND o.id < ${below}
          AND (${status === undefined}::boolean OR o.status = ANY (${statuses}))
          AND (${workflow === undefined}::boolean OR o.workflow_id = ${workflowOf(tenantId, workflow)})
          AND (${trigger ?? null}::text IS NULL OR o.trigger_type = ${trigger ?? null})
          AND (${agentId ?? null}::bigint IS NULL OR o.started_by_agent_id = ${agentId ?? null})
        ORDER BY o.id DESC LIMIT ${limit}`
      : sql`
        SELECT find_runs(lower(${q}::text), ${numberIn(q)}::bigint, ${namedBy(tenantId, q)}, ${below},
          ${limit}::integer, CASE WHEN ${status !== undefined}::boolean THEN ${statuses} END,
          ${workflowOf(tenantId, workflow)}, ${trigger ?? null}::text, ${agentId ?? null}::bigint)`;
  return selectAll<RunRow>(tx)`
    SELECT ${runColumns} FROM ${runTables}
    WHERE r.tenant_id = ${tenantId} AND r.id IN (${chosen}) ORDER BY r.id DESC`;
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
