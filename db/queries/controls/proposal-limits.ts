import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type RowOf, selectOne } from "@/db/queries/rows";
import type { proposalLimits } from "@/db/schema/limits";

/** How much agents may propose and have waiting. */

export type ProposalLimitValues = RowOf<
  typeof proposalLimits,
  "perMinuteMax" | "pendingMax" | "highMax" | "agentHighMax" | "recordMax" | "recordHighMax"
>;

type ProposalLimitsRow = ProposalLimitValues & {
  [Name in "reason" | "changedByLabel" | "changedAt"]: string | null;
};

/** The last three columns are null where the limits are those as shipped. */
export const findProposalLimits = (tx: TenantTransaction, tenantId: number) =>
  selectOne<ProposalLimitsRow>(tx)`
    SELECT l.per_minute_max, l.pending_max, l.high_max, l.agent_high_max, l.record_max, l.record_high_max, l.reason,
      l.changed_by_label, l.changed_at
    FROM proposal_limits_of(${tenantId}::bigint) AS l`;

/** Holds whoever changes the limits of the same company back, until the transaction ends. */
export async function lockProposalLimits(tx: TenantTransaction, tenantId: number): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tenantId}:proposal-limits`}, 0))`);
}

/** A row that was written past the ledger is replaced. */
export const writeProposalLimits = (
  tx: TenantTransaction,
  tenantId: number,
  limits: ProposalLimitValues & { reason: string; byLabel: string },
) =>
  tx.execute(sql`
    INSERT INTO proposal_limits (tenant_id, per_minute_max, pending_max, high_max, agent_high_max, record_max,
      record_high_max, reason, changed_by_label)
    VALUES (${tenantId}, ${limits.perMinuteMax}, ${limits.pendingMax}, ${limits.highMax}, ${limits.agentHighMax},
      ${limits.recordMax}, ${limits.recordHighMax}, ${limits.reason}, ${limits.byLabel})
    ON CONFLICT (tenant_id) DO UPDATE SET per_minute_max = excluded.per_minute_max,
      pending_max = excluded.pending_max, high_max = excluded.high_max, agent_high_max = excluded.agent_high_max,
      record_max = excluded.record_max, record_high_max = excluded.record_high_max, reason = excluded.reason,
      changed_by_label = excluded.changed_by_label, changed_at = clock_timestamp()`);
