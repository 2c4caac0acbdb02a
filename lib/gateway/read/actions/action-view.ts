import type { ListedAction, SummaryRow } from "@/db/queries/actions/actions";
import type { ConflictRow } from "@/db/queries/actions/waiting-values";
import type { ProposedActionRow } from "@/db/schema/actions";
import type {
  ActionSummary,
  ChangeView,
  PushView,
  UnredactedSummary,
} from "@/lib/contract/actions/action-view";
import type { AnySummary } from "@/lib/contract/actions/outline";
import { findUnshown } from "@/lib/action-types/payload/find-unshown";
import { isRoll, linePayloadOf } from "@/lib/action-types/payload/lines";
import { isSaid, describeWrite } from "@/lib/action-types/payload/sentence";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import { detailText, piecesOfDetail } from "@/lib/action-types/shared/detail";
import type { LiveRead, RollFigures } from "@/lib/action-types/shared/definition";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { add, percentMove, subtract } from "@/lib/core/values/decimal";
import { holdsDeceptiveText } from "@/lib/core/values/shown-text";
import { PUSH_ATTEMPTS_MAX } from "@/lib/core/push/retry";
import { destinationNameOf } from "@/lib/destinations/destination";
import { liveOf, storedRollOf } from "./live-facts";
import { isReversible } from "./reversal";
import { type Sight, summaryOutlineOf } from "./sight";
import { statusOfLines, verificationOfLines } from "@/lib/core/push/lines";
import { conflictWords } from "@/lib/view/action/conflict";
import { repeatWarning, twinWarning } from "@/lib/view/action/twin";
import { ruleSentence } from "@/lib/view/rules/rule-words";
import { isoOf } from "@/lib/core/values/time";
import { describeError, log } from "@/lib/log";

/**
 * Rows as people read them. The description of a write comes from the stored payload's own bytes; the live read adds names
 * and current values, the agent's prose adds nothing. A roll in a list comes without its lines: its figures there were
 * taken from the same bytes when it was proposed.
 */
export function summaryOf(row: SummaryRow, sight: Sight, now: Date): AnySummary {
  const whole = unredactedSummaryOf(row, sight.userId, now);
  return sight.seesContent ? whole : summaryOutlineOf(whole);
}

/**
 * Of many rows those that can be read, with their summaries. A row that was written past the app, in no form of ours, ends no list:
 * it is left out, and the verification names it.
 */
export function readableOf<Row extends SummaryRow, Summary>(
  rows: readonly Row[],
  read: (row: Row) => Summary,
): { row: Row; summary: Summary }[] {
  return rows.flatMap((row) => {
    try {
      return [{ row, summary: read(row) }];
    } catch (error) {
      log.error({ actionId: row.action.id, error: describeError(error) }, "An action cannot be read");
      return [];
    }
  });
}

/** The summary of an action for a viewer who may see content; `now` decides whether it has expired. @throws if the stored payload cannot be read. */
export function unredactedSummaryOf(row: SummaryRow, viewerUserId: number, now: Date): UnredactedSummary {
  const { action } = row;
  const payload = JSON.parse(row.shownPayloadText) as ProposalPayload;
  const live = liveOf(action.factsJson, action.factsReadAt);
  const roll = actionTypeOf(action.actionType)?.rollFigures?.(payload, live) ?? null;
  const isDeceptive = holdsDeceptiveText(payload);
  return {
    redacted: false,
    id: action.id,
    action_type: action.actionType,
    ...wordsOf(payload, live),
    entity_type: action.entityType,
    entity_ref: action.entityRef,
    customer: action.customerRef,
    goes_to_netsuite: destinationNameOf(payload) === "netsuite",
    inspectable: actionTypeOf(action.actionType) !== null,
    suspicious_text: isDeceptive || (storedRollOf(action.factsJson)?.suspicious ?? false),
    unshown: findUnshown(payload, isDeceptive),
    risk_level: action.riskLevel,
    risk_rule: action.riskRule,
    rule_words: ruleSentence({
      name: action.riskRule,
      inForce: row.ruleInForce,
      weighed: action.riskWeighed,
      currency: action.impactCurrency,
    }),
    raised_from: action.raisedFrom,
    marks: action.marks,
    status: action.status === "pending" && action.expiresAt <= now ? "expired" : action.status,
    payload_hash: action.payloadHash,
    reversible: isReversible(payload),
    letter: letterOf(payload),
    impact: impactOf(action, roll),
    agent: row.agentName,
    run: row.run,
    on_behalf_of: row.onBehalfOf,
    author: row.author,
    supersedes_id: action.supersedesId,
    superseded_by_id: action.supersededById,
    undo_of_id: action.undoOfId,
    twin_id: row.twinId,
    same_write: sameWriteOf(row, payload),
    conflicts_with: row.conflicts.map((conflict) => conflictOf(action.actionType, conflict, live)),
    created_at: isoOf(action.createdAt),
    expires_at: isoOf(action.expiresAt),
    approvals: row.approvals,
    required_approvals: action.requiredApprovals,
    approved_by_me: action.approvers.includes(viewerUserId),
    requires_step_up: action.requiresStepUp || action.riskLevel === 5,
    decision: action.decision,
    decided_by: action.decidedByLabel,
    decided_at: isoOf(action.decidedAt),
    comment: action.decisionComment,
    take_back_until: isoOf(action.graceUntil),
    ended_at: isoOf(action.endedAt),
    end_reason: action.endReason,
    ended_by: action.status === "cancelled" || action.status === "superseded" ? action.endedByLabel : null,
    applied_at: isoOf(action.appliedAt),
    push: pushViewOf(row),
  };
}

/** Null for an update: its record has changed since, so it cannot be applied a second time. Null for what NetSuite does not hold: a repeat is harmless. */
function sameWriteOf(
  { twinId, repeatsId }: Pick<SummaryRow, "twinId" | "repeatsId">,
  payload: ProposalPayload,
): ActionSummary["same_write"] {
  if (twinId !== null) return { id: twinId, words: twinWarning(twinId) };
  const adds = actionTypeOf(payload.action_type)?.effect === "create";
  if (repeatsId === null || !adds || destinationNameOf(payload) !== "netsuite") return null;
  return { id: repeatsId, words: repeatWarning(repeatsId) };
}

function conflictOf(
  actionType: string,
  conflict: ConflictRow,
  live: LiveRead | null,
): ActionSummary["conflicts_with"][number] {
  const { id, agent, author } = conflict;
  const currency = live?.facts.currency ?? live?.lines?.[0]?.facts.currency ?? "USD";
  return { id, agent, author, words: conflictWords(actionType, conflict, currency) };
}

function letterOf({ action_type }: ProposalPayload): string[] | null {
  const letter = actionTypeOf(action_type)?.letter;
  return letter ? [...letter] : null;
}

/** A payload in people's words, with the names and the present values of the read that stands beside it. */
export function wordsOf(payload: ProposalPayload, live: LiveRead | null) {
  const definition = actionTypeOf(payload.action_type);
  const roll = definition?.rollFigures?.(payload, live) ?? null;
  const saying = describeWrite(payload, live);
  const details = [
    ...(definition?.details(payload, live) ?? []),
    // Without ids the write goes by name alone, and the name may lead to another record by then.
    ...unverifiedOf(payload, roll),
  ];
  return {
    title: definition?.title ?? payload.action_type,
    subject: definition?.subject(payload, live) ?? `${payload.entity_type} ${payload.entity_ref}`,
    details: details.map(detailText),
    about: details.map(piecesOfDetail),
    changes: changeViewsOf(payload, live, saying),
    line_count: roll?.lines ?? payload.lines?.length ?? null,
    ...saying,
  };
}

/** Figures of the tier's rules as text: cents and percent. */
export function weighedView(weighed: ProposedActionRow["riskWeighed"]): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(weighed).map(([key, value]) => [key, value === null ? null : String(value)]),
  );
}

/** An impact with the number of writes that it covers: unknown is never small, and a sum that leaves lines out says so. */
export function impactOf(
  action: Pick<SummaryRow["action"], "impactCents" | "impactCurrency" | "factsJson" | "factsReadAt">,
  roll: RollFigures | null,
): ActionSummary["impact"] {
  const { impactCents: cents, impactCurrency: currency, factsJson, factsReadAt } = action;
  const basis = typeof factsJson.impact_basis === "string" ? factsJson.impact_basis : null;
  if (!roll)
    return { cents, currency, basis, lines_total: 1, lines_weighed: cents === null || !factsReadAt ? 0 : 1 };
  const { lines, unweighed } = roll;
  return {
    cents,
    currency,
    basis: "a year",
    lines_total: lines,
    lines_weighed: unweighed === undefined ? null : lines - unweighed,
  };
}

/** One line of a roll, in the words of its own action type. */
export function wordsOfLine(
  { action }: ListedAction,
  lineNo: number,
): Pick<ActionSummary, "subject" | "sentence"> {
  const line = linePayloadOf(JSON.parse(action.payloadText) as ProposalPayload, lineNo);
  const live = liveOf(action.factsJson, action.factsReadAt)?.lines?.[lineNo - 1] ?? null;
  const definition = line && actionTypeOf(line.action_type);
  if (!definition) return { subject: action.entityRef, sentence: `Line ${lineNo} of ${action.entityRef}` };
  return { subject: definition.subject(line, live), sentence: describeWrite(line, live).sentence };
}

function unverifiedOf(payload: ProposalPayload, roll: RollFigures | null): string[] {
  if (!roll) return payload.record ? [] : ["record not verified"];
  return roll.unverified === 0 ? [] : [`${roll.unverified} records not verified`];
}

export function changeViewsOf(
  payload: ProposalPayload,
  live: LiveRead | null,
  saying = describeWrite(payload, live),
): ChangeView[] {
  return payload.changes.map((change) => ({
    ...changeViewOf(payload.action_type, change, live),
    said: isSaid(payload, change, saying),
  }));
}

function changeViewOf(
  actionType: string,
  change: ProposalPayload["changes"][number],
  live: LiveRead | null,
): Omit<ChangeView, "said"> {
  const mapped = fieldOf(actionType, change.field);
  const from = change.from === undefined || change.from === null ? null : String(change.from);
  const to = change.to === null ? null : String(change.to);
  // The values of a created record are no move away from anything.
  const isCreate = actionTypeOf(actionType)?.effect === "create";
  const base = live?.values[change.field] ?? from;
  const isDifference = mapped?.isDifference ?? false;
  const numeric = mapped !== null && mapped.kind !== "text" && !isCreate;
  return {
    field: change.field,
    label: mapped?.label ?? change.field,
    kind: mapped?.kind ?? "text",
    from,
    proposed_live: live?.values[change.field] ?? null,
    to,
    delta: numeric ? subtract(to, base) : null,
    delta_percent: numeric ? percentMove(to, base) : null,
    is_difference: isDifference,
    leaves: isDifference ? add(live?.facts.on_hand ?? base, to) : null,
  };
}

/** A roll has no attempts, times or errors of its own: each of its lines has. */
function pushViewOf({ action, push, lineCounts: lines }: SummaryRow): PushView | null {
  if (!push || !lines) return null;
  const own = isRoll(action.actionType) ? null : push;
  const error = own?.lastErrorJson;
  return {
    status: statusOfLines(lines),
    destination: push.destination,
    lines: own ? null : lines,
    attempts: own?.attempts ?? 0,
    attempts_max: PUSH_ATTEMPTS_MAX,
    next_attempt_at: own?.status === "queued" ? isoOf(own.nextAttemptAt) : null,
    hold_until: isoOf(own?.holdUntil ?? null),
    failure_class: own?.failureClass ?? null,
    error: error ? { code: error.code, message: error.message } : null,
    verification: verificationOfLines(lines),
  };
}
