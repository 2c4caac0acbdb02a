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
) =>
  selectAll<RunRow>(tx)`
    SELECT ${runColumns} FROM ${runTables}
    WHERE r.tenant_id = ${tenantId} AND (${cursor ?? null}::bigint IS NULL OR r.id < ${cursor ?? null})
      AND (${status === undefined}::boolean OR r.status IN (
        SELECT jsonb_array_elements_text(${JSON.stringify(status ?? [])}::jsonb)))
      AND (${workflow ?? null}::text IS NULL OR f.name = ${workflow ?? null})
      AND (${trigger ?? null}::text IS NULL OR r.trigger_type = ${trigger ?? null})
      AND (${q ?? null}::text IS NULL OR r.id::text = ltrim(${q ?? ""}, '#') OR strpos(
        lower(concat_ws(E'\\n', r.trigger_ref, f.name, r.started_by_label)), lower(${q ?? ""})) > 0)
      AND (${agentId ?? null}::bigint IS NULL OR r.started_by_agent_id = ${agentId ?? null})
    ORDER BY r.id DESC LIMIT ${limit}`;
