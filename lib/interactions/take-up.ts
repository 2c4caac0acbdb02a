import type { TenantTransaction } from "@/db/client";
import {
  type InteractionRow,
  listResponses,
  lockInteraction,
  takeUpResponse,
} from "@/db/queries/interactions/interactions";
import { type LedgerEntry, appendEvent } from "@/db/queries/ledger/events";
import type { ResponseData } from "@/db/schema/interactions";
import { provenResponse, standingOf, unprovenError } from "@/lib/gateway/ledger/question-outcome";
import { isGenuineQuestion } from "@/lib/gateway/ledger/seals/interaction-seal";

/** The asker reads the question's end. From then on no answer can be changed. */

type By = Pick<LedgerEntry, "actorKind" | "actorLabel">;

export async function noteTakenUp(
  tx: TenantTransaction,
  { tenantId, id }: Pick<InteractionRow, "tenantId" | "id">,
  by: By,
  now: Date,
): Promise<void> {
  if ((await takeUpResponse(tx, tenantId, { id, now })) === 0) return;
  await appendEvent(tx, {
    tenantId,
    ...by,
    entityType: "interaction",
    entityId: id,
    type: "interaction.taken_up",
    details: {},
  });
}

export interface TakenUp {
  row: InteractionRow;
  /** Null: it is open, or was cancelled. */
  outcome: ResponseData | null;
}

/** For a run's step. @throws AppError unproven 409 where the app did not ask it, or did not end it. */
export async function takeUpOutcome(
  tx: TenantTransaction,
  tenantId: number,
  id: number,
  now: Date,
): Promise<TakenUp> {
  const row = (await lockInteraction(tx, tenantId, id))!;
  if (!isGenuineQuestion(row)) throw unprovenError("The app did not ask it.");
  const standing = standingOf(row, await listResponses(tx, tenantId, [id]));
  const outcome = provenResponse(row, standing, now);
  if (outcome !== null)
    await noteTakenUp(tx, row, { actorKind: "system", actorLabel: row.askedByLabel }, now);
  return { row, outcome };
}
