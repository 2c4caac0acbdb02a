import { inTenant } from "@/db/client";
import { type RunEventRow, listRunEvents } from "@/db/queries/workflows/run-events";
import { findRun } from "@/db/queries/workflows/runs";
import type { RunTimeline, RunTimelineEntry } from "@/lib/contract/workflows/runs";
import type { Person } from "@/lib/core/access/principal";
import { isForeign } from "@/lib/core/ledger/replay/unsealed";
import { isoOf } from "@/lib/core/values/time";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { findUnsealed } from "@/lib/gateway/ledger/find-unsealed";
import { RUN_TIMELINE_TYPES, runTimelineWords } from "@/lib/view/runs/timeline-words";
import { noSuchRun } from "./run-view";

/** More are read in the ledger. */
const entriesMax = 200;

/**
 * The history of a run, of its proposals and of its questions, newest first. It holds no content: names, ids and times alone.
 * @throws AppError not_found 404.
 */
export async function readRunTimeline(
  { tenantId }: Person,
  id: number,
  gateway: Gateway = getGateway(),
): Promise<RunTimeline> {
  const { rows, unsealed } = await inTenant(gateway.database, tenantId, async (tx) => {
    if (!(await findRun(tx, tenantId, id))) throw noSuchRun();
    const found = await listRunEvents(tx, tenantId, {
      runId: id,
      types: RUN_TIMELINE_TYPES,
      limit: entriesMax + 1,
    });
    return { rows: found, unsealed: await findUnsealed(tx, tenantId, found, gateway) };
  });
  return {
    items: rows.slice(0, entriesMax).map((row) => entryOf(row, unsealed)),
    is_whole: rows.length <= entriesMax,
  };
}

function entryOf(row: RunEventRow, unsealed: ReadonlySet<number>): RunTimelineEntry {
  const { entityType, entityId, eventType } = row;
  const isStrange =
    unsealed.has(row.id) || (entityType === "proposed_action" && isForeign(eventType, row.actorKind));
  return {
    id: row.id,
    at: isoOf(row.occurredAt),
    type: eventType,
    text: isStrange ? "Not written by Countersign: verify the ledger" : runTimelineWords(eventType),
    by: isStrange || entityType === "interaction" || row.actorKind === "system" ? null : row.actorLabel,
    step: row.stepId,
    action_id: entityType === "proposed_action" ? entityId : null,
    question_id: entityType === "interaction" ? entityId : null,
  };
}
