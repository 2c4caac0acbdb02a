import { inTenant } from "@/db/client";
import { readListedAction } from "@/db/queries/actions/actions";
import { readLane } from "@/db/queries/pushes/lanes";
import { type LinePushRow, listLinePushes } from "@/db/queries/pushes/lines";
import type { LineList, LineView, LinesQuery, LiveLines } from "@/lib/contract/lines";
import { isRoll, writesOf } from "@/lib/action-types/payload/lines";
import { actionTypeOf, fieldOf } from "@/lib/action-types/registry";
import type { LiveLine } from "@/lib/action-types/shared/definition";
import { sameFieldValue } from "@/lib/core/payload/field-value";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { buildRead } from "@/lib/destinations/requests";
import { AppError } from "@/lib/core/errors";
import type { Person } from "@/lib/core/access/principal";
import type { ReadOutcome } from "@/lib/core/push/verdict";
import { changeViewOf } from "./action-view";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { liveOf } from "./live-facts";
import { isoOf } from "@/lib/core/values/time";

/** The lines of a roll in order, what each weighs and what became of it. @throws AppError not_found: no such roll. */
export async function listLines(
  person: Person,
  id: number,
  query: LinesQuery,
  gateway: Gateway = getGateway(),
): Promise<LineList> {
  const { tenantId } = person;
  const found = await inTenant(gateway.database, tenantId, async (tx) => {
    const row = await readListedAction(tx, tenantId, id);
    if (!row) return null;
    const pushes = row.push ? await listLinePushes(tx, tenantId, id) : [];
    return { action: row.action, pushes, counts: row.lineCounts };
  });
  const payload = found && (JSON.parse(found.action.payloadText) as ProposalPayload);
  if (!found || !payload || !isRoll(payload.action_type)) throw noSuchRoll();
  const { action, pushes, counts } = found;
  const live = liveOf(action.factsJson, action.factsReadAt)?.lines ?? [];
  const byLine = new Map(pushes.map((push) => [push.lineNo, push]));
  const lines = writesOf(payload).map((line, index) => ({ line, lineNo: index + 1 }));
  const wanted = lines.filter(
    ({ lineNo }) => lineNo > query.cursor && isWanted(query.state, byLine.get(lineNo)?.status),
  );
  const page = wanted.slice(0, query.limit);
  return {
    items: page.map(({ line, lineNo }) =>
      lineViewOf(lineNo, line, live[lineNo - 1] ?? null, byLine.get(lineNo) ?? null),
    ),
    next_cursor: wanted.length > page.length ? page.at(-1)!.lineNo : null,
    line_count: lines.length,
    counts,
    currency: action.impactCurrency,
  };
}

function isWanted(state: LinesQuery["state"], status: string | undefined): boolean {
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
    details: definition?.details(line, live) ?? [],
    changes: line.changes.map((change) => changeViewOf(line.action_type, change, live)),
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

/** As the line itself names it, where NetSuite could not be asked. */
function partyOf({ context }: ProposalPayload): string | null {
  const named = [context.customer, context.vendor, context.bid_id].find((value) => typeof value === "string");
  return typeof named === "string" ? named : null;
}

/** A page of lines as NetSuite holds them now. Never throws for NetSuite's sake. @throws AppError not_found. */
export async function readLiveLines(
  person: Person,
  id: number,
  query: { cursor: number; limit: number },
  gateway: Gateway = getGateway(),
): Promise<LiveLines> {
  const { tenantId } = person;
  const found = await inTenant(gateway.database, tenantId, async (tx) => {
    const row = await readListedAction(tx, tenantId, id);
    return row && { payloadText: row.action.payloadText, lane: await readLane(tx, tenantId) };
  });
  const payload = found && (JSON.parse(found.payloadText) as ProposalPayload);
  if (!found || !payload || !isRoll(payload.action_type)) throw noSuchRoll();
  const read_at = gateway.clock.now().toISOString();
  if (found.lane.state === "halted") {
    const reason = "The account's lane is halted; nothing is asked of NetSuite until it opens.";
    return { state: "unreadable", reason, items: [], next_cursor: null, read_at };
  }
  const lines = writesOf(payload);
  const page = lines.slice(query.cursor, query.cursor + query.limit);
  const answers = await gateway.netsuite.readMany(page.map(buildRead));
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

function noSuchRoll(): AppError {
  return new AppError("not_found", "There is no such roll.");
}
