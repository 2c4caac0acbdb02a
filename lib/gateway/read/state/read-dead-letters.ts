import { inTenant } from "@/db/client";
import { type ListedAction, listActionsById } from "@/db/queries/actions/actions";
import { type DeadLetterRow, countDeadLetterCauses, listDeadLetters } from "@/db/queries/pushes/dead-letters";
import type { AnySummary } from "@/lib/contract/actions/outline";
import type { DeadLetter, DeadLetters, DeadLettersQuery } from "@/lib/contract/monitoring/dead-letters";
import { listedLineNo } from "@/lib/action-types/payload/lines";
import { deadLetterToDo, outlookOf } from "@/lib/core/push/dead-letter-words";
import type { Person } from "@/lib/core/access/principal";
import { readableOf, summaryOf, wordsOfLine } from "@/lib/gateway/read/actions/action-view";
import { sightIn } from "@/lib/gateway/read/actions/sight";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { pageOf } from "@/lib/core/values/page";
import { isoOf } from "@/lib/core/values/time";

/** One page of pushes that gave up, newest first: the open ones, or those that went back to the queue. */
export async function readDeadLetters(
  person: Person,
  query: DeadLettersQuery,
  gateway: Gateway = getGateway(),
): Promise<DeadLetters> {
  const { tenantId } = person;
  const replayed = query.replayed === "true";
  return inTenant(gateway.database, tenantId, async (tx) => {
    const sight = await sightIn(tx, person);
    const rows = await listDeadLetters(tx, tenantId, {
      replayed,
      cause: query.cause ?? null,
      beforeId: query.cursor ?? null,
      limit: query.limit + 1,
    });
    const { page, next_cursor } = pageOf(rows, query.limit, ({ id }) => String(id));
    const actionIds = [...new Set(page.map((row) => row.actionId))];
    const actions = new Map<number, { listed: ListedAction; summary: AnySummary }>();
    const listed = await listActionsById(tx, tenantId, actionIds);
    for (const { row, summary } of readableOf(listed, (one) => summaryOf(one, sight, gateway.clock.now())))
      actions.set(row.action.id, { listed: row, summary });
    return {
      items: page.flatMap((row) => {
        const action = actions.get(row.actionId);
        return action ? [letterOf(row, action.summary, action.listed)] : [];
      }),
      next_cursor,
      causes: await countDeadLetterCauses(tx, tenantId, replayed),
    };
  });
}

const hiddenWords = { subject: null, sentence: null };

function letterOf(row: DeadLetterRow, action: AnySummary, listed: ListedAction): DeadLetter {
  const { code, class: failureClass, message } = row.errorJson;
  const { redacted } = action;
  const line_no = listedLineNo(listed.action.actionType, row.lineNo);
  const outlook = outlookOf({
    pushStatus: row.pushStatus,
    failureClass: row.failureClass,
    reconcileRounds: row.reconcileRounds,
  });
  return {
    id: row.id,
    action_id: row.actionId,
    action,
    line: line_no === null ? null : { line_no, ...(redacted ? hiddenWords : wordsOfLine(listed, line_no)) },
    payload: row.payloadBlankedAt === null && !redacted ? row.payloadJson : null,
    payload_blanked_at: isoOf(row.payloadBlankedAt),
    error: { code, class: failureClass, message: redacted ? null : message },
    to_do: deadLetterToDo(code, failureClass),
    outlook:
      outlook.who === "reconciliation"
        ? { who: "reconciliation", rounds_left: outlook.roundsLeft }
        : outlook.who === "nobody"
          ? { who: "nobody", push_status: outlook.pushStatus }
          : { who: "person" },
    attempts: row.attempts,
    last_at: isoOf(row.lastAt)!,
    replayed_at: isoOf(row.replayedAt),
    replayed_by: row.replayedByLabel,
  };
}
