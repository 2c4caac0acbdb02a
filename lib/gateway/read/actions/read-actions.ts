/** This room reads for pages and agents; nothing here changes a row. */

import { inTenant } from "@/db/client";
import { type ListedAction, readListedAction, readReceipt } from "@/db/queries/actions/actions";
import { type EventRow, listEvents } from "@/db/queries/ledger/events";
import { readRulesInForce } from "@/db/queries/actions/tier-rules";
import { listThresholds } from "@/db/queries/controls/overview";
import type { UnredactedDetail } from "@/lib/contract/actions/action-view";
import type { AnyDetail } from "@/lib/contract/actions/outline";
import { noSuchAction } from "@/lib/core/errors";
import { isRoll } from "@/lib/action-types/payload/lines";
import type { Person } from "@/lib/core/access/principal";
import { weighedView, unredactedSummaryOf } from "./action-view";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { readAmendView } from "./amend-view";
import { liveOf } from "./live-facts";
import { reversalOf } from "./reversal";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { type Sight, detailOutlineOf, sightIn } from "./sight";
import { type RulesOfEvents, rulesNamedBy, timelineOf } from "@/lib/gateway/ledger/timeline";
import { findUnsealed } from "@/lib/gateway/ledger/find-unsealed";
import { isoOf } from "@/lib/core/values/time";

/** Everything about one action. @throws AppError not_found, also for another tenant's id. */
export async function readAction(
  person: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<AnyDetail> {
  const { tenantId } = person;
  const stored = await inTenant(gateway.database, tenantId, async (tx) => {
    const row = await readListedAction(tx, tenantId, id);
    if (!row) throw noSuchAction();
    const events = await listEvents(tx, tenantId, id);
    const { actionType, impactCurrency: currency } = row.action;
    return {
      row,
      sight: await sightIn(tx, person),
      events,
      unsealed: await findUnsealed(tx, tenantId, events, gateway),
      rules: { inForce: await readRulesInForce(tx, tenantId, actionType, rulesNamedBy(events)), currency },
      receipt: await readReceipt(tx, tenantId, id),
      thresholds: await listThresholds(tx, tenantId, row.action.actionType),
      amend: await readAmendView(tx, person, id),
    };
  });
  const whole = wholeDetailOf(stored, gateway.clock.now());
  return stored.sight.seesContent ? whole : detailOutlineOf(whole);
}

interface StoredAction {
  row: ListedAction;
  sight: Sight;
  events: EventRow[];
  unsealed: ReadonlySet<number>;
  rules: RulesOfEvents;
  receipt: Awaited<ReturnType<typeof readReceipt>>;
  thresholds: Awaited<ReturnType<typeof listThresholds>>;
  amend: Awaited<ReturnType<typeof readAmendView>>;
}

function wholeDetailOf(
  { row, sight, events, unsealed, rules, receipt, thresholds, amend }: StoredAction,
  now: Date,
): UnredactedDetail {
  const { action } = row;
  const listsLines = isRoll(action.actionType);
  return {
    ...unredactedSummaryOf(row, sight.userId, now),
    ...amend,
    payload: JSON.parse(action.payloadText) as unknown,
    payload_text: action.payloadText,
    reason: action.reason,
    evidence: action.evidenceJson,
    conversation_ref: action.conversationRef,
    model: action.model,
    claimed_risk_level: action.claimedRiskLevel,
    prompt_template_version: action.promptTemplateVersion,
    prose_blanked_at: isoOf(action.proseBlankedAt),
    correlation_id: action.correlationId,
    policy: { version: action.policyVersion, hash: action.policyHash, rule: action.policyRule },
    facts: liveOf(action.factsJson, action.factsReadAt)?.facts ?? {},
    facts_read_at: isoOf(action.factsReadAt),
    movement_percent: action.movementPercent,
    weighed: weighedView(action.riskWeighed),
    thresholds: thresholds.map(({ atLeast, ...rule }) => ({ ...rule, at_least: atLeast })),
    ns_internal_id: action.nsInternalId,
    // A roll has one of each per line.
    readback: listsLines ? null : (row.push?.readbackJson ?? null),
    reversal: reversalOf(JSON.parse(action.payloadText) as ProposalPayload, action.impactCurrency),
    receipt:
      listsLines || !receipt
        ? null
        : {
            idempotency_key: receipt.idempotencyKey,
            correlation_id: receipt.correlationId,
            status: receipt.status,
            verification: receipt.verification,
            reversible: receipt.reversible,
            started_at: isoOf(receipt.startedAt),
            completed_at: isoOf(receipt.completedAt),
          },
    timeline: timelineOf(events, rules, unsealed),
  };
}
