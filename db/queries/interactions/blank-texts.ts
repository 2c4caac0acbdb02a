import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type RowOf, selectAll, selectOne } from "@/db/queries/rows";
import type { hilResponses } from "@/db/schema/interactions";
import { type InteractionRow, questionColumns } from "./interactions";

/** Texts of questions, answers and replies whose retention period is over. */

/** A question that ended before its tenant's period began, locked. One that somebody holds is skipped. */
export const takeQuestionsToBlank = (tx: TenantTransaction, tenantId: number, limit: number) =>
  selectAll<InteractionRow>(tx)`
    SELECT ${questionColumns} FROM hil_interactions h
    WHERE h.tenant_id = ${tenantId} AND h.text_blanked_at IS NULL AND h.status <> 'pending'
      AND h.ended_at < retention_cutoff('question_texts')
    ORDER BY h.ended_at, h.id LIMIT ${limit} FOR NO KEY UPDATE OF h SKIP LOCKED`;

export type TextRow = RowOf<
  typeof hilResponses,
  | "id"
  | "userId"
  | "userLabel"
  | "kind"
  | "place"
  | "response"
  | "sourceChannel"
  | "seal"
  | "receivedAt"
  | "rawPayload"
  | "deliveryProvider"
  | "deliveryKey"
  | "draftedReading"
  | "draftedAnswer"
> & { interactionId: number | null; classification: string | null };

const columns = sql`r.id, r.user_id, r.user_label, r.kind, r.place, r.response, r.source_channel, r.seal, r.received_at,
  r.raw_payload, r.delivery_provider, r.delivery_key, r.drafted_reading, r.drafted_answer,
  r.matched_interaction_id AS interaction_id, r.ai_classification AS classification`;

/** All that came for one question, in the order in which it came. */
export const listTextsOf = (tx: TenantTransaction, tenantId: number, interactionId: number) =>
  selectAll<TextRow>(tx)`
    SELECT ${columns} FROM hil_responses r
    WHERE r.tenant_id = ${tenantId} AND r.matched_interaction_id = ${interactionId} ORDER BY r.id`;

/** Replies to no question, and late ones to a question that is blanked. */
export const listRepliesToBlank = (tx: TenantTransaction, tenantId: number, limit: number) =>
  selectAll<TextRow>(tx)`
    SELECT ${columns} FROM hil_responses r
    WHERE r.tenant_id = ${tenantId} AND r.text_blanked_at IS NULL AND r.place IS NULL
      AND r.received_at < retention_cutoff('question_texts')
      AND (r.matched_interaction_id IS NULL OR EXISTS (
        SELECT FROM hil_interactions h
        WHERE h.tenant_id = ${tenantId} AND h.id = r.matched_interaction_id AND h.text_blanked_at IS NOT NULL))
    ORDER BY r.received_at, r.id LIMIT ${limit}`;

export interface BlankedQuestion {
  request_data: unknown;
  response_data: unknown;
  default_response: unknown;
  seal: string | null;
}
export interface BlankedResponse {
  id: number;
  raw_payload: unknown;
  response: unknown;
  seal: string | null;
}

/** False: it was changed past the ledger, or is not over, and stays. */
export async function blankQuestion(
  tx: TenantTransaction,
  id: number,
  question: BlankedQuestion,
  responses: readonly BlankedResponse[],
): Promise<boolean> {
  const { blanked } = await selectOne<{ blanked: boolean }>(tx)`
    SELECT blank_question(${id}::bigint, ${JSON.stringify(question)}::jsonb, ${JSON.stringify(responses)}::jsonb)
      AS blanked`;
  return blanked;
}

/** Returns how many. Those of a question that was changed past the ledger stay. */
export async function blankReplies(
  tx: TenantTransaction,
  responses: readonly BlankedResponse[],
): Promise<number> {
  const { count } = await selectOne<{ count: number }>(tx)`
    SELECT blank_replies(${JSON.stringify(responses)}::jsonb) AS count`;
  return count;
}
