import type { TenantTransaction } from "@/db/client";
import { type ResponseRow, listResponses } from "@/db/queries/interactions/interactions";
import { listQuestionsOfRuns } from "@/db/queries/interactions/questions-of-runs";
import type { BundledAnswer, BundledQuestion } from "@/lib/core/ledger/bundle/files";
import { canonicalHash } from "@/lib/core/ledger/payload-hash";
import { isoOf } from "@/lib/core/values/time";

type QuestionRow = Awaited<ReturnType<typeof listQuestionsOfRuns>>[number];

/** The questions of a run and people's answers. `findUnproven` checks with the rest of the run that the app accepted them. */
export async function gatherQuestions(
  tx: TenantTransaction,
  tenantId: number,
  runId: number,
): Promise<BundledQuestion[]> {
  const rows = await listQuestionsOfRuns(tx, tenantId, [runId]);
  const responses = await listResponses(
    tx,
    tenantId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) =>
    questionOf(
      row,
      responses.filter(({ interactionId }) => interactionId === row.id),
    ),
  );
}

function questionOf(row: QuestionRow, responses: readonly ResponseRow[]): BundledQuestion {
  return {
    id: row.id,
    step_key: row.nodeId!,
    interaction_type: row.interactionType,
    request_sha256: canonicalHash(row.requestData),
    responders: row.responders,
    rule: row.rule,
    answers_needed: row.answersNeeded,
    asked_at: isoOf(row.createdAt)!,
    timeout_at: isoOf(row.timeoutAt)!,
    timeout_action: row.timeoutAction,
    status: row.status,
    ended_at: isoOf(row.endedAt),
    cancelled_by: row.cancelledByLabel,
    used_at: isoOf(row.usedAt),
    answers: responses.map(answerOf),
    chain: { seq: row.chainSeq, hash: row.chainHead },
  };
}

const answerOf = (response: ResponseRow): BundledAnswer => ({
  id: response.id,
  kind: response.kind,
  by: { user_id: response.userId, label: response.userLabel },
  place: response.place,
  channel: response.sourceChannel,
  response_sha256: canonicalHash(response.response ?? null),
  at: isoOf(response.receivedAt)!,
});
