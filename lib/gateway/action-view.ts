import type { ListedAction } from "@/db/queries/actions";
import type { ActionSummary, ChangeView, PushView } from "@/lib/contract/action-view";
import { type LiveRead, actionTypeOf } from "@/lib/core/action-types";
import { percentMove, subtract } from "@/lib/core/decimal";
import { type ProposalPayload, fieldMapOf, findMappedField, isActionType } from "@/lib/core/field-map";
import { PUSH_ATTEMPTS_MAX } from "@/lib/core/retry";
import { hasLookAlikes, revealText } from "@/lib/core/text-safety";
import type { NetSuiteFacts } from "@/lib/core/verdict";

/**
 * Rows as people read them. What is shown of a write is made from the stored payload's own bytes; the live read lends
 * names and the values it found, the agent's prose lends nothing.
 */
export function summaryOf(row: ListedAction, viewerUserId: number, now: Date): ActionSummary {
  const { action } = row;
  const payload = JSON.parse(action.payloadText) as ProposalPayload;
  const definition = actionTypeOf(action.actionType);
  const live = liveOf(action.factsJson, action.factsReadAt);
  const basis = action.factsJson.impact_basis;
  return {
    id: action.id,
    action_type: action.actionType,
    title: definition?.title ?? action.actionType,
    subject: definition?.subject(payload, live) ?? `${action.entityType} ${action.entityRef}`,
    entity_type: action.entityType,
    entity_ref: action.entityRef,
    customer: action.customerRef,
    details: [
      ...(definition?.details(payload, live) ?? []),
      // Without ids the write goes by name alone, to whatever the name leads to by then.
      ...(payload.record ? [] : ["record not verified"]),
    ],
    changes: payload.changes.map((change) => changeViewOf(action.actionType, change, live)),
    sentence: definition?.sentence(payload, live) ?? "A write that this version cannot put into words",
    inspectable: definition !== null,
    suspicious_text: isSuspicious(action.payloadText),
    risk_level: action.riskLevel,
    risk_rule: action.riskRule,
    status: action.status === "pending" && action.expiresAt <= now ? "expired" : action.status,
    payload_hash: action.payloadHash,
    impact: {
      cents: action.impactCents,
      currency: action.impactCurrency,
      basis: typeof basis === "string" ? basis : null,
    },
    agent: row.agentName,
    on_behalf_of: row.onBehalfOf,
    author: row.author,
    supersedes_id: action.supersedesId,
    superseded_by_id: action.supersededById,
    undo_of_id: action.undoOfId,
    created_at: action.createdAt.toISOString(),
    expires_at: action.expiresAt.toISOString(),
    approvals: action.approvers.length,
    required_approvals: action.requiredApprovals,
    approved_by_me: action.approvers.includes(viewerUserId),
    requires_step_up: action.requiresStepUp || action.riskLevel === 5,
    decision: action.decision,
    decided_by: action.decidedByLabel,
    decided_at: iso(action.decidedAt),
    comment: action.decisionComment,
    ended_at: iso(action.endedAt),
    end_reason: action.endReason,
    applied_at: iso(action.appliedAt),
    push: row.push ? pushViewOf(row.push) : null,
  };
}

function changeViewOf(
  actionType: string,
  change: ProposalPayload["changes"][number],
  live: LiveRead | null,
): ChangeView {
  const mapped = isActionType(actionType) ? findMappedField(actionType, change.field) : null;
  const from = change.from === undefined || change.from === null ? null : String(change.from);
  const to = change.to === null ? null : String(change.to);
  // What a created record holds is no move away from anything.
  const isCreate = isActionType(actionType) && fieldMapOf(actionType).effect === "create";
  const base = live?.values[change.field] ?? from;
  const numeric = mapped !== null && mapped.kind !== "text" && !isCreate;
  return {
    field: change.field,
    label: actionTypeOf(actionType)?.fieldLabels[change.field] ?? change.field,
    kind: mapped?.kind ?? "text",
    from,
    proposed_live: live?.values[change.field] ?? null,
    to,
    delta: numeric ? subtract(to, base) : null,
    delta_percent: numeric ? percentMove(to, base) : null,
  };
}

function pushViewOf(push: NonNullable<ListedAction["push"]>): PushView {
  return {
    status: push.status,
    attempts: push.attempts,
    attempts_max: PUSH_ATTEMPTS_MAX,
    next_attempt_at: push.status === "queued" ? iso(push.nextAttemptAt) : null,
    hold_until: iso(push.holdUntil),
    failure_class: push.failureClass,
    error: push.lastErrorJson ? { code: push.lastErrorJson.code, message: push.lastErrorJson.message } : null,
    verification: push.verification,
  };
}

/** What was read when it was proposed; null where nothing could be. */
export function liveOf(facts: Record<string, unknown>, readAt: Date | null): LiveRead | null {
  const { values, record_name: recordName, impact_basis: _basis, ...rest } = facts;
  if (readAt === null && values === undefined) return null;
  return {
    recordName: typeof recordName === "string" ? recordName : null,
    values: (values ?? {}) as LiveRead["values"],
    facts: rest as NetSuiteFacts,
  };
}

function isSuspicious(text: string): boolean {
  return hasLookAlikes(text) || revealText(text).some((piece) => piece.kind === "revealed");
}

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
