import { inTenant } from "@/db/client";
import { countLines } from "@/db/queries/pushes/lines";
import { readSuccessorPayload } from "@/db/queries/actions/amendments";
import { type ConflictRow, readConflicts } from "@/db/queries/actions/waiting-values";
import { findPersonName } from "@/db/queries/people/people";
import type { ProposedActionRow } from "@/db/schema/actions";
import { actionTypeOf } from "@/lib/action-types/registry";
import type { ProposalView } from "@/lib/contract/actions/proposal";
import { createPatch } from "rfc6902";
import { actionUrl } from "./action-url";
import { type LineCounts, statusOfLines, verificationOfLines } from "@/lib/core/push/lines";
import type { Gateway } from "@/lib/gateway/context";
import { ACTION_STATUSES, isFinalAction } from "@/lib/core/action/proposed-action";
import { isoOf } from "@/lib/core/values/time";

/** A proposal as its own agent sees it, without its queue (withQueue). A row that has nothing related costs no transaction. */
export async function proposalViewOf(row: ProposedActionRow, gateway: Gateway): Promise<ProposalView> {
  const { tenantId, supersededById, authorUserId } = row;
  const setsValues = row.status === "pending" && actionTypeOf(row.actionType)?.effect === "update";
  const alone = !wasApproved(row) && !setsValues && supersededById === null && authorUserId === null;
  const related = alone
    ? { lineCounts: null, author: null, successor: null, conflicts: [] }
    : await inTenant(gateway.database, tenantId, async (tx) => ({
        conflicts: setsValues ? await readConflicts(tx, tenantId, row.id) : [],
        lineCounts: wasApproved(row) ? await countLines(tx, tenantId, row.id) : null,
        author: authorUserId === null ? null : await findPersonName(tx, authorUserId),
        successor: supersededById === null ? null : await readSuccessorPayload(tx, tenantId, supersededById),
      }));
  return { ...proposalViewFrom(row, related, gateway.clock.now()), queue: null };
}

/** The same, of a row that was read with everything related to it. */
export function proposalViewFrom(
  row: ProposedActionRow,
  { lineCounts, author, successor, conflicts }: Related,
  now: Date,
): Omit<ProposalView, "queue"> {
  const lines = wasApproved(row) ? lineCounts : null;
  return {
    id: row.id,
    // Time runs out by itself, not when a sweep gets to it.
    status: row.status === "pending" && row.expiresAt <= now ? "expired" : row.status,
    risk_level: row.riskLevel,
    risk_rule: row.riskRule,
    claimed_risk_level: row.claimedRiskLevel,
    payload_hash: row.payloadHash,
    expires_at: isoOf(row.expiresAt),
    policy: { version: row.policyVersion, hash: row.policyHash, rule: row.policyRule },
    url: actionUrl(row.id),
    correlation_id: row.correlationId,
    required_approvals: row.requiredApprovals,
    decision: row.decision,
    decided_by: row.decidedByLabel,
    decided_at: isoOf(row.decidedAt),
    comment: row.decisionComment,
    applied_at: isoOf(row.appliedAt),
    ns_internal_id: row.nsInternalId,
    verification: lines && verificationOfLines(lines),
    push_status: lines && statusOfLines(lines),
    end_reason: row.endReason,
    supersedes: row.supersedesId,
    undo_of: row.undoOfId,
    author,
    superseded_by: successor && {
      id: successor.id,
      url: actionUrl(successor.id),
      patch: createPatch(JSON.parse(row.payloadText), JSON.parse(successor.payloadText)),
    },
    conflicts_with: conflicts.map(({ id, agent }) => ({ id, url: actionUrl(id), agent })),
  };
}

interface Related {
  lineCounts: LineCounts | null;
  author: string | null;
  successor: { id: number; payloadText: string } | null;
  conflicts: readonly ConflictRow[];
}

function wasApproved({ status }: ProposedActionRow): boolean {
  return status === "approved" || status === "applied";
}

/** For awaitChange: its status, with that of its push. */
export function waitingStateOf({ status, push_status: pushStatus }: ProposalView): string | null {
  const ended = ACTION_STATUSES.some((one) => one === status && isFinalAction(one));
  return ended ? null : `${status} ${pushStatus}`;
}
