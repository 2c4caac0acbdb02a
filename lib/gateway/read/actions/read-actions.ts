/** This room reads for pages and agents; nothing here changes a row. */

import { inTenant } from "@/db/client";
import {
  type ListCursor,
  type ListedAction,
  listActions as listRows,
  readListedAction,
  readReceipt,
} from "@/db/queries/actions/actions";
import { type EventRow, listEvents } from "@/db/queries/ledger/events";
import { listThresholds } from "@/db/queries/controls/overview";
import type { ListQuery, WholeDetail } from "@/lib/contract/actions/action-view";
import type { ActionList, AnyDetail } from "@/lib/contract/actions/outline";
import { AppError, noSuchAction } from "@/lib/core/errors";
import { isRoll } from "@/lib/action-types/payload/lines";
import type { Person } from "@/lib/core/access/principal";
import { summaryOf, weighedView, wholeSummaryOf } from "./action-view";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { readAmendView } from "./amend-view";
import { liveOf } from "./live-facts";
import { type Sight, detailOutlineOf, sightIn } from "./sight";
import { timelineOf } from "@/lib/gateway/ledger/timeline";
import { parseJson } from "@/lib/core/values/json";
import { isoOf } from "@/lib/core/values/time";

/** Keyset-paged: pending by its expiry, every other view by newest. @throws AppError malformed_request for a bad cursor. */
export async function listActions(
  person: Person,
  query: ListQuery,
  gateway: Gateway = getGateway(),
): Promise<ActionList> {
  const cursor = query.cursor === undefined ? null : parseCursor(query.cursor);
  const { rows, sight } = await inTenant(gateway.database, person.tenantId, async (tx) => {
    const of = await sightIn(tx, person);
    return { sight: of, rows: await listRows(tx, person.tenantId, { ...query, ...of }, cursor) };
  });
  const last = rows.length === query.limit ? rows.at(-1) : undefined;
  return {
    items: rows.map((row) => summaryOf(row, sight, gateway.clock.now())),
    next_cursor: last ? cursorText({ expiresAtText: last.expiresAtText, id: last.action.id }) : null,
  };
}

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
    return {
      row,
      sight: await sightIn(tx, person),
      events: await listEvents(tx, tenantId, id),
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
  receipt: Awaited<ReturnType<typeof readReceipt>>;
  thresholds: Awaited<ReturnType<typeof listThresholds>>;
  amend: Awaited<ReturnType<typeof readAmendView>>;
}

function wholeDetailOf(
  { row, sight, events, receipt, thresholds, amend }: StoredAction,
  now: Date,
): WholeDetail {
  const { action } = row;
  const listsLines = isRoll(action.actionType);
  return {
    ...wholeSummaryOf(row, sight.userId, now),
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
    timeline: timelineOf(events),
  };
}

function cursorText(cursor: ListCursor): string {
  return Buffer.from(JSON.stringify([cursor.expiresAtText, cursor.id])).toString("base64url");
}

function parseCursor(text: string): ListCursor {
  const bad = () =>
    new AppError("malformed_request", "The cursor is not one that this list gave out.", {
      issues: [{ path: "cursor", message: "must be a next_cursor of this list, unchanged" }],
    });
  const parsed = parseJson(Buffer.from(text, "base64url").toString("utf8"));
  if (!Array.isArray(parsed) || parsed.length !== 2) throw bad();
  const [expiresAtText, id]: unknown[] = parsed;
  if (!Number.isSafeInteger(id) || typeof expiresAtText !== "string" || !isTimestampText(expiresAtText))
    throw bad();
  return { expiresAtText, id: id as number };
}

/** As the database spells one: `2026-11-20 10:00:00.123456+00`. It might refuse any other form. */
function isTimestampText(text: string): boolean {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,6})?[+-](?:0\d|1[0-4])(?::[0-5]\d)?$/.exec(
    text,
  );
  // The database knows no year 0.
  if (!parts || parts[1]!.startsWith("0000")) return false;
  // A day that its month does not have comes back as another.
  const iso = `${parts[1]}T${parts[2]}.000Z`;
  const date = new Date(iso);
  return !Number.isNaN(date.getTime()) && date.toISOString() === iso;
}
