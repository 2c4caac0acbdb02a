import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { hilResponses } from "@/db/schema/interactions";
import type { ReplyReading, Relevance } from "@/lib/core/interaction/interaction";

/** Free text that came in as the answer to a question, and what people say of how it was classified. */

/** How free text came in and was read. */
export interface ReplyColumns {
  deliveryProvider: string;
  deliveryKey: string;
  /** From 0 to 1, with two decimals. */
  relevanceScore: number;
  reasoning: string;
  classification: Relevance;
  draftedReading: ReplyReading;
  draftedAnswer: { answer: unknown } | null;
  classifiedBy: string;
  modelFailed: boolean;
}

export const replyColumns = sql`delivery_provider, delivery_key, ai_relevance_score, ai_reasoning, ai_classification,
  drafted_reading, drafted_answer, classified_by, model_failed`;
export function replyValues(reply: ReplyColumns | null): SQL {
  const draft = reply?.draftedAnswer ? JSON.stringify(reply.draftedAnswer) : null;
  return sql`
    ${reply?.deliveryProvider ?? null}, ${reply?.deliveryKey ?? null}, ${reply?.relevanceScore ?? null}::numeric,
    ${reply?.reasoning ?? null}, ${reply?.classification ?? null}, ${reply?.draftedReading ?? null},
    ${draft}::jsonb, ${reply?.classifiedBy ?? null}, ${reply?.modelFailed ?? false}::boolean`;
}

export interface NewReply {
  tenantId: number;
  /** Null: no question of the tenant's is meant. */
  interactionId: number | null;
  /** Null: nobody whom the company knows. */
  userId: number | null;
  userLabel: string | null;
  sourceChannel: (typeof hilResponses)["$inferSelect"]["sourceChannel"];
  rawPayload: unknown;
  receivedAt: Date;
  reply: ReplyColumns;
  seal: string;
}

/** A reply that answers nothing by itself. Null: this delivery came before. */
export const insertReply = (tx: TenantTransaction, given: NewReply) =>
  selectFirst<{ id: number }>(tx)`
    INSERT INTO hil_responses (tenant_id, raw_payload, source_channel, received_at, matched_interaction_id, user_id,
      user_label, seal, ${replyColumns})
    VALUES (${given.tenantId}, ${JSON.stringify(given.rawPayload)}::jsonb, ${given.sourceChannel},
      ${given.receivedAt.toISOString()}::timestamptz, ${given.interactionId}, ${given.userId}, ${given.userLabel},
      ${given.seal}, ${replyValues(given.reply)})
    ON CONFLICT (tenant_id, delivery_provider, delivery_key) DO NOTHING
    RETURNING id`;

/** Null: it is the first of this delivery. */
export const findDelivery = (
  tx: TenantTransaction,
  tenantId: number,
  { provider, key }: { provider: string; key: string },
) =>
  selectFirst<{ id: number }>(tx)`
    SELECT id FROM hil_responses
    WHERE tenant_id = ${tenantId} AND delivery_provider = ${provider} AND delivery_key = ${key}`;

/** How many of the deliveries whose keys begin so were kept. @param begin Of letters, digits and a colon. */
export const countDeliveries = (
  tx: TenantTransaction,
  tenantId: number,
  { provider, begin }: { provider: string; begin: string },
) =>
  selectOne<{ count: number }>(tx)`
    SELECT count(*)::int AS count FROM hil_responses
    WHERE tenant_id = ${tenantId} AND delivery_provider = ${provider} AND starts_with(delivery_key, ${begin})`;

export type ReplyRow = RowOf<
  typeof hilResponses,
  | "id"
  | "rawPayload"
  | "sourceChannel"
  | "receivedAt"
  | "userId"
  | "userLabel"
  | "place"
  | "seal"
  | "deliveryProvider"
  | "deliveryKey"
  | "aiReasoning"
  | "aiClassification"
  | "draftedReading"
  | "draftedAnswer"
  | "classifiedBy"
  | "humanVerified"
  | "humanVerificationNotes"
  | "humanVerifiedByLabel"
  | "humanVerifiedAt"
  | "textBlankedAt"
> & {
  relevanceScore: number;
  /** For a reply that answered: the answer's other columns, which its seal covers. */
  kind: (typeof hilResponses)["$inferSelect"]["kind"];
};

const columns = sql`id, raw_payload, source_channel, received_at, user_id, user_label, place, seal, kind,
  delivery_provider, delivery_key, ai_relevance_score::float8 AS relevance_score, ai_reasoning, ai_classification,
  drafted_reading, drafted_answer, classified_by, human_verified, human_verification_notes, human_verified_by_label,
  human_verified_at, text_blanked_at`;

/** The replies to one question, newest first. */
export const listReplies = (
  tx: TenantTransaction,
  tenantId: number,
  { interactionId, limit }: { interactionId: number; limit: number },
) =>
  selectAll<ReplyRow>(tx)`
    SELECT ${columns}
    FROM hil_responses
    WHERE tenant_id = ${tenantId} AND matched_interaction_id = ${interactionId} AND delivery_key IS NOT NULL
    ORDER BY id DESC LIMIT ${limit}`;

/** Replies that fit no question or no person and are not dismissed, newest first. */
export const listUnmatchedReplies = (tx: TenantTransaction, tenantId: number, limit: number) =>
  selectAll<ReplyRow & { interactionId: number | null }>(tx)`
    SELECT ${columns}, matched_interaction_id AS interaction_id
    FROM hil_responses
    WHERE tenant_id = ${tenantId} AND delivery_key IS NOT NULL AND human_verified IS NULL
      AND (matched_interaction_id IS NULL OR user_id IS NULL)
    ORDER BY id DESC LIMIT ${limit}`;

/** A reply, and the question that it came to, if any. Null: there is no such reply. */
export const findReply = (tx: TenantTransaction, tenantId: number, replyId: number) =>
  selectFirst<{ interactionId: number | null }>(tx)`
    SELECT matched_interaction_id AS interaction_id FROM hil_responses
    WHERE tenant_id = ${tenantId} AND id = ${replyId} AND delivery_key IS NOT NULL`;

/** 0: there is no such reply, or somebody has dismissed it. */
export const dismissReply = (
  tx: TenantTransaction,
  tenantId: number,
  { replyId, userId, userLabel, now }: Pick<Verification, "replyId" | "userId" | "userLabel" | "now">,
) =>
  execute(tx)`
    UPDATE hil_responses SET human_verified = true, human_verified_by = ${userId},
      human_verified_by_label = ${userLabel}, human_verified_at = ${now.toISOString()}::timestamptz
    WHERE tenant_id = ${tenantId} AND id = ${replyId} AND delivery_key IS NOT NULL AND human_verified IS NULL
      AND (matched_interaction_id IS NULL OR user_id IS NULL)`;

/** How replies by one channel fared since then, and how many of all wait to be looked at. */
export const readReplyFigures = (
  tx: TenantTransaction,
  tenantId: number,
  { channel, since }: { channel: NewReply["sourceChannel"]; since: Date },
) =>
  selectOne<{ came: number; answered: number; lastAt: string | null; unmatched: number }>(tx)`
    SELECT count(*)::int AS came, count(*) FILTER (WHERE place IS NOT NULL)::int AS answered,
      max(received_at) AS last_at,
      (SELECT count(*)::int FROM hil_responses u WHERE u.tenant_id = ${tenantId} AND u.delivery_key IS NOT NULL
        AND u.human_verified IS NULL AND (u.matched_interaction_id IS NULL OR u.user_id IS NULL)) AS unmatched
    FROM hil_responses
    WHERE tenant_id = ${tenantId} AND source_channel = ${channel} AND delivery_key IS NOT NULL
      AND received_at >= ${since.toISOString()}::timestamptz`;

export interface Verification {
  replyId: number;
  interactionId: number;
  isRight: boolean;
  notes: string | null;
  userId: number;
  userLabel: string;
  now: Date;
}

/** 0: there is no such reply to this question, or somebody has said it already. */
export const verifyReply = (tx: TenantTransaction, tenantId: number, said: Verification) =>
  execute(tx)`
    UPDATE hil_responses SET human_verified = ${said.isRight}, human_verification_notes = ${said.notes},
      human_verified_by = ${said.userId}, human_verified_by_label = ${said.userLabel},
      human_verified_at = ${said.now.toISOString()}::timestamptz
    WHERE tenant_id = ${tenantId} AND id = ${said.replyId} AND matched_interaction_id = ${said.interactionId}
      AND delivery_key IS NOT NULL AND human_verified IS NULL`;

/** Null: there is no such reply to this question. */
export const findVerification = (
  tx: TenantTransaction,
  tenantId: number,
  { replyId, interactionId }: Pick<Verification, "replyId" | "interactionId">,
) =>
  selectFirst<{ by: string | null }>(tx)`
    SELECT human_verified_by_label AS by FROM hil_responses
    WHERE tenant_id = ${tenantId} AND id = ${replyId} AND matched_interaction_id = ${interactionId}
      AND delivery_key IS NOT NULL`;
