import { inTenant } from "@/db/client";
import { readPushSummary } from "@/db/queries/actions/actions";
import { readSuccessorPayload } from "@/db/queries/actions/amendments";
import { findPersonName } from "@/db/queries/people/people";
import type { ProposedActionRow } from "@/db/schema/actions";
import type { ProposalView } from "@/lib/contract/proposal";
import { createPatch } from "rfc6902";
import { actionUrl } from "./action-url";
import type { PushStatus } from "@/lib/core/push/push";
import { rollStatusOf, rollVerificationOf } from "@/lib/core/push/roll";
import type { Gateway } from "@/lib/gateway/context";

/** A proposal as its own agent sees it. */
export async function proposalViewOf(row: ProposedActionRow, gateway: Gateway): Promise<ProposalView> {
  const { push, author, successor } = await readBeside(row, gateway);
  return {
    id: row.id,
    status: statusNow(row, gateway),
    risk_level: row.riskLevel,
    risk_rule: row.riskRule,
    payload_hash: row.payloadHash,
    expires_at: row.expiresAt.toISOString(),
    policy: { version: row.policyVersion, hash: row.policyHash, rule: row.policyRule },
    url: actionUrl(row.id),
    correlation_id: row.correlationId,
    required_approvals: row.requiredApprovals,
    decision: row.decision,
    decided_by: row.decidedByLabel,
    decided_at: row.decidedAt?.toISOString() ?? null,
    comment: row.decisionComment,
    applied_at: row.appliedAt?.toISOString() ?? null,
    ns_internal_id: row.nsInternalId,
    verification: push ? verificationOf(push) : null,
    push_status: push ? statusOf(push) : null,
    end_reason: row.endReason,
    supersedes: row.supersedesId,
    undo_of: row.undoOfId,
    author,
    superseded_by: successor && {
      id: successor.id,
      url: actionUrl(successor.id),
      patch: createPatch(JSON.parse(row.payloadText), JSON.parse(successor.payloadText)),
    },
  };
}

interface Beside {
  push: PushSummary | null;
  author: string | null;
  successor: { id: number; payloadText: string } | null;
}
const nothingBeside: Beside = { push: null, author: null, successor: null };

/** Most rows have nothing beside them that would cost a transaction. */
async function readBeside(row: ProposedActionRow, gateway: Gateway): Promise<Beside> {
  const { tenantId, supersededById, authorUserId } = row;
  const wasApproved = row.status === "approved" || row.status === "applied";
  if (!wasApproved && supersededById === null && authorUserId === null) return nothingBeside;
  return inTenant(gateway.database, tenantId, async (tx) => ({
    push: wasApproved ? await readPushSummary(tx, tenantId, row.id) : null,
    author: authorUserId === null ? null : await findPersonName(tx, authorUserId),
    successor: supersededById === null ? null : await readSuccessorPayload(tx, tenantId, supersededById),
  }));
}

type PushSummary = NonNullable<Awaited<ReturnType<typeof readPushSummary>>>;

function statusOf({ status, lines }: PushSummary): PushStatus {
  return lines ? rollStatusOf(lines) : status;
}

function verificationOf({ verification, lines }: PushSummary): ProposalView["verification"] {
  if (!lines) return verification;
  return rollStatusOf(lines) === "applied" ? rollVerificationOf(lines) : null;
}

/** Time runs out by itself, not when a sweep gets to it. */
function statusNow(row: ProposedActionRow, gateway: Gateway): string {
  return row.status === "pending" && row.expiresAt <= gateway.clock.now() ? "expired" : row.status;
}
