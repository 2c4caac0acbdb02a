import { inTenant } from "@/db/client";
import { readPushSummary } from "@/db/queries/actions";
import type { ProposedActionRow } from "@/db/schema/actions";
import type { ProposalView } from "@/lib/contract/proposal";
import { getEnv } from "@/lib/env";
import type { Gateway } from "./context";

/** A proposal as its own agent sees it. */
export async function proposalViewOf(row: ProposedActionRow, gateway: Gateway): Promise<ProposalView> {
  const push =
    row.status === "approved" || row.status === "applied"
      ? await inTenant(gateway.database, row.tenantId, (tx) => readPushSummary(tx, row.tenantId, row.id))
      : null;
  return {
    id: row.id,
    status: statusNow(row, gateway),
    risk_level: row.riskLevel,
    risk_rule: row.riskRule,
    payload_hash: row.payloadHash,
    expires_at: row.expiresAt.toISOString(),
    policy: { version: row.policyVersion, hash: row.policyHash, rule: row.policyRule },
    url: `${getEnv().NEXTAUTH_URL ?? ""}/proposed-actions/${row.id}`,
    correlation_id: row.correlationId,
    required_approvals: row.requiredApprovals,
    decision: row.decision,
    decided_by: row.decidedByLabel,
    decided_at: row.decidedAt?.toISOString() ?? null,
    comment: row.decisionComment,
    applied_at: row.appliedAt?.toISOString() ?? null,
    ns_internal_id: row.nsInternalId,
    verification: push?.verification ?? null,
    push_status: push?.status ?? null,
    end_reason: row.endReason,
  };
}

/** Time runs out by itself, not when a sweep gets to it. */
function statusNow(row: ProposedActionRow, gateway: Gateway): string {
  return row.status === "pending" && row.expiresAt <= gateway.clock.now() ? "expired" : row.status;
}
