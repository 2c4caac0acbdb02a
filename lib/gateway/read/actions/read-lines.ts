import { inTenant } from "@/db/client";
import { readActionRow, readListedAction } from "@/db/queries/actions/actions";
import { isLaneOpen } from "@/db/queries/pushes/lanes";
import { type LinePushRow, listLinePushes } from "@/db/queries/pushes/lines";
import type { LineList, LineView, LinesQuery, LiveLines } from "@/lib/contract/actions/lines";
import { isRoll, writesOf } from "@/lib/action-types/payload/lines";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import { detailText } from "@/lib/action-types/shared/detail";
import type { LiveLine } from "@/lib/action-types/shared/definition";
import { sameFieldValue } from "@/lib/core/payload/field-value";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { buildRead } from "@/lib/destinations/requests";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import type { ReadOutcome } from "@/lib/core/push/verdict";
import { changeViewsOf } from "./action-view";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { liveOf } from "./live-facts";
import { requireSightIn } from "./sight";
import { netSuiteReaderOf } from "@/lib/gateway/netsuite-accounts";
import { takeReadQuota } from "@/lib/gateway/controls/quotas/quotas";
import { LANE_HALTED } from "@/lib/core/push/lane-words";
import { pageOf } from "@/lib/core/values/page";
import { isoOf } from "@/lib/core/values/time";

const LINES_ARE = "The lines of a roll are";

/** The lines of a roll in order, with their impact and their delivery. @throws AppError not_found: no such roll; not_allowed 403 where content is hidden. */
export async function listLines(
  person: Person,
  id: number,
  query: LinesQuery,
  gateway: Gateway = getGateway(),
): Promise<LineList> {
  const { tenantId } = person;
  const { action, pushes, counts, payload } = await inTenant(gateway.database, tenantId, async (tx) => {
    await requireSightIn(tx, person, LINES_ARE);
    const row = await readListedAction(tx, tenantId, id);
    const own = row?.push ? await listLinePushes(tx, tenantId, id) : [];
    return { ...rollOf(row?.action), pushes: own, counts: row!.lineCounts };
  });
  const live = liveOf(action.factsJson, action.factsReadAt)?.lines ?? [];
  const byLine = new Map(pushes.map((push) => [push.lineNo, push]));
  const lines = writesOf(payload).map((line, index) => ({ line, lineNo: index + 1 }));
  const matching = lines.filter(
    ({ lineNo }) => lineNo > query.cursor && matches(query.state, byLine.get(lineNo)?.status),
  );
  const { page, next_cursor } = pageOf(matching, query.limit, ({ lineNo }) => lineNo);
  return {
    items: page.map(({ line, lineNo }) =>
      lineViewOf(lineNo, line, live[lineNo - 1] ?? null, byLine.get(lineNo) ?? null),
    ),
    next_cursor,
    line_count: lines.length,
    counts,
    currency: action.impactCurrency,
  };
}

function matches(state: LinesQuery["state"], status: string | undefined): boolean {
  switch (state) {
    case "all":
      return true;
    case "not_written":
      return status !== "applied";
    case "failed":
      return status === "dead";
  }
}

function lineViewOf(
  lineNo: number,
  line: ProposalPayload,
  live: LiveLine | null,
  push: LinePushRow | null,
): LineView {
  const definition = actionTypeOf(line.action_type);
  return {
    line_no: lineNo,
    entity_ref: line.entity_ref,
    subject: definition?.subject(line, live) ?? line.entity_ref,
    party: live?.facts.customer_name ?? live?.facts.vendor_name ?? partyOf(line),
    details: definition?.details(line, live).map(detailText) ?? [],
    changes: changeViewsOf(line, live),
    impact_cents: live?.impactCents ?? null,
    verified: line.record !== undefined,
    push: push && {
      id: push.id,
      status: push.status,
      attempts: push.attempts,
      next_attempt_at: push.status === "queued" ? isoOf(push.nextAttemptAt) : null,
      hold_until: push.status === "unknown" ? isoOf(push.holdUntil) : null,
      error:
        push.lastErrorJson && push.status !== "applied"
          ? { code: push.lastErrorJson.code, message: push.lastErrorJson.message }
          : null,
      verification: push.verification,
      actual: push.readbackJson?.[0]?.actual ?? null,
      ns_internal_id: push.nsInternalId,
      applied_at: isoOf(push.appliedAt),
    },
  };
}

/** The name that the line itself gives, for a line whose record could not be read. */
function partyOf({ context }: ProposalPayload): string | null {
  const named = [context.customer, context.vendor, context.bid_id].find((value) => typeof value === "string");
  return typeof named === "string" ? named : null;
}

/** A page of lines as NetSuite holds them now. A fault of NetSuite gives `unreadable`. @throws AppError not_found. */
export async function readLiveLines(
  person: Person,
  id: number,
  query: { cursor: number; limit: number },
  gateway: Gateway = getGateway(),
): Promise<LiveLines> {
  const { tenantId } = person;
  const { payload, laneOpen } = await inTenant(gateway.database, tenantId, async (tx) => {
    await requireSightIn(tx, person, LINES_ARE);
    return {
      ...rollOf(await readActionRow(tx, tenantId, id)),
      laneOpen: await isLaneOpen(tx, tenantId),
    };
  });
  const read_at = gateway.clock.now().toISOString();
  if (!laneOpen) return { state: "unreadable", reason: LANE_HALTED, items: [], next_cursor: null, read_at };
  const lines = writesOf(payload);
  const page = lines.slice(query.cursor, query.cursor + query.limit);
  await takeReadQuota(person, gateway);
  const answers = await netSuiteReaderOf(gateway, tenantId).readMany(
    page.map(buildRead),
    `person ${person.userId}`,
  );
  const end = query.cursor + page.length;
  return {
    state: "read",
    reason: null,
    items: page.map((line, index) => liveItemOf(query.cursor + index + 1, line, answers[index]!)),
    next_cursor: end < lines.length ? end : null,
    read_at,
  };
}

function liveItemOf(line_no: number, line: ProposalPayload, answer: ReadOutcome): LiveLines["items"][number] {
  if (answer.class === "stale") return { line_no, state: "record_missing", value: null, drifted: true };
  if (answer.class !== "read") return { line_no, state: "unreadable", value: null, drifted: false };
  const drifted = line.changes.some(({ field, from }) => {
    const now = answer.values.find((entry) => entry.field === field)?.value ?? null;
    const kind = fieldOf(line.action_type, field)?.kind ?? "text";
    return from !== undefined && !sameFieldValue(kind, from, now);
  });
  return { line_no, state: "read", value: answer.values[0]?.value ?? null, drifted };
}

/** @throws AppError not_found: there is no such action, or it is no roll. */
function rollOf<Action extends { actionType: string; payloadText: string }>(
  action: Action | null | undefined,
) {
  if (!action || !isRoll(action.actionType)) throw new AppError("not_found", "There is no such roll.");
  return { action, payload: JSON.parse(action.payloadText) as ProposalPayload };
}
