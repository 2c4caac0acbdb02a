/** This room holds the SQL of questions to people and of their answers. */

import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import type { QuestionColumn, ResponseData, hilInteractions, hilResponses } from "@/db/schema/interactions";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { Role } from "@/lib/core/access/principal";
import type { InteractionStatus, InteractionType, QuestionSide } from "@/lib/core/interaction/interaction";
import type { Answerer } from "@/lib/core/interaction/responders";
import { type ReplyColumns, replyColumns, replyValues } from "./replies";

export type InteractionRow = {
  /** The names of the people among the responders, by their ids. */
  responderNames: Readonly<Record<string, string>>;
} & RowOf<
  typeof hilInteractions,
  Exclude<
    keyof (typeof hilInteractions)["$inferSelect"],
    "workflowContext" | "updatedAt" | "nextEscalationAt" | "nextReminderAt" | "idempotencyKey"
  >
>;

export const questionColumns = sql`h.id, h.tenant_id, h.workflow_id, h.execution_id, h.node_id, h.user_id, h.agent_id,
  h.asked_by_label, h.interaction_type, h.channel_type, h.status, h.request_data, h.response_data, h.responders,
  h.rule, h.answers_needed, h.in_order, h.asked, h.escalate_after_seconds, h.reminder_seconds, h.reminders_sent,
  h.timeout_seconds, h.timeout_at, h.timeout_action, h.default_response, h.warning_sent, h.request_hash,
  h.cancelled_by_label, h.created_at, h.responded_at, h.ended_at, h.used_at, h.seal, h.text_blanked_at,
  (SELECT coalesce(jsonb_object_agg(u.id, u.name), '{}') FROM jsonb_array_elements(h.responders) AS r (value)
     JOIN memberships m ON m.tenant_id = h.tenant_id AND m.user_id = (r.value ->> 'user_id')::bigint
     JOIN users u ON u.id = m.user_id) AS responder_names`;

type NewInteraction = Pick<
  (typeof hilInteractions)["$inferSelect"],
  | QuestionColumn
  | "workflowId"
  | "executionId"
  | "nodeId"
  | "asked"
  | "escalateAfterSeconds"
  | "nextEscalationAt"
  | "reminderSeconds"
  | "nextReminderAt"
  | "timeoutSeconds"
  | "timeoutAt"
  | "workflowContext"
  | "idempotencyKey"
  | "createdAt"
  | "seal"
>;

const json = (value: unknown): SQL => sql`${value === null ? null : JSON.stringify(value)}::jsonb`;
const time = (value: Date | null): SQL => sql`${value?.toISOString() ?? null}::timestamptz`;

/** Null: another question has this key. */
export async function insertInteraction(
  tx: TenantTransaction,
  asked: NewInteraction,
): Promise<number | null> {
  const row = await selectFirst<{ id: number }>(tx)`
    INSERT INTO hil_interactions (tenant_id, workflow_id, execution_id, node_id, user_id, agent_id, asked_by_label,
      interaction_type, channel_type, request_data, responders, rule, answers_needed, in_order, asked,
      escalate_after_seconds, next_escalation_at, reminder_seconds, next_reminder_at, timeout_seconds, timeout_at,
      timeout_action, default_response, workflow_context, idempotency_key, request_hash, created_at, updated_at, seal)
    VALUES (${asked.tenantId}, ${asked.workflowId}, ${asked.executionId}, ${asked.nodeId}, ${asked.userId},
      ${asked.agentId}, ${asked.askedByLabel}, ${asked.interactionType}, ${asked.channelType},
      ${json(asked.requestData)}, ${json(asked.responders)}, ${asked.rule}, ${asked.answersNeeded},
      ${asked.inOrder}, ${asked.asked}, ${asked.escalateAfterSeconds},
      ${time(asked.nextEscalationAt)}, ${asked.reminderSeconds}, ${time(asked.nextReminderAt)},
      ${asked.timeoutSeconds}, ${time(asked.timeoutAt)}, ${asked.timeoutAction}, ${json(asked.defaultResponse)},
      ${json(asked.workflowContext)}, ${asked.idempotencyKey}, ${asked.requestHash}, ${time(asked.createdAt)},
      ${time(asked.createdAt)}, ${asked.seal})
    ON CONFLICT (tenant_id, idempotency_key) DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

/** Null: there is none of this id in this tenant. */
export const findInteraction = (tx: TenantTransaction, tenantId: number, id: number) =>
  selectFirst<InteractionRow>(tx)`
    SELECT ${questionColumns} FROM hil_interactions h WHERE h.tenant_id = ${tenantId} AND h.id = ${id}`;

/** The same, held until the transaction's end: answers to one question follow one another. */
export const lockInteraction = (tx: TenantTransaction, tenantId: number, id: number) =>
  selectFirst<InteractionRow>(tx)`
    SELECT ${questionColumns} FROM hil_interactions h
    WHERE h.tenant_id = ${tenantId} AND h.id = ${id} FOR NO KEY UPDATE`;

/** Null: no question has this key. */
export const findInteractionByKey = (tx: TenantTransaction, tenantId: number, key: string) =>
  selectFirst<InteractionRow>(tx)`
    SELECT ${questionColumns} FROM hil_interactions h WHERE h.tenant_id = ${tenantId} AND h.idempotency_key = ${key}`;

interface InteractionFilter {
  /** As this person sees them. */
  person?: Answerer;
  /** Default: all of the tenant's. */
  whose?: QuestionSide | undefined;
  /** Those that this agent asked. */
  agentId?: number;
  status?: readonly InteractionStatus[] | undefined;
  interaction_type?: InteractionType | undefined;
  /** `ending`: what is over first comes first. Default: `newest`. */
  order?: "newest" | "ending" | undefined;
  cursor?: number | undefined;
  limit: number;
}

/** At most `limit`, from behind the question `cursor` on. */
export function listInteractions(
  tx: TenantTransaction,
  tenantId: number,
  { agentId, status, interaction_type: type, order = "newest", cursor, limit, ...whose }: InteractionFilter,
) {
  const behind =
    order === "newest"
      ? sql`h.id < ${cursor ?? null}::bigint`
      : sql`(h.timeout_at, h.id) > (SELECT c.timeout_at, c.id FROM hil_interactions c
          WHERE c.tenant_id = ${tenantId} AND c.id = ${cursor ?? null}::bigint)`;
  return selectAll<InteractionRow>(tx)`
    SELECT ${questionColumns} FROM hil_interactions h
    WHERE h.tenant_id = ${tenantId} ${sideOf(whose)}
      ${agentId === undefined ? sql`` : sql`AND h.agent_id = ${agentId}`}
      ${status === undefined ? sql`` : sql`AND h.status = ANY (${sql.param(status as string[])}::text[])`}
      ${type === undefined ? sql`` : sql`AND h.interaction_type = ${type}`}
      ${cursor === undefined ? sql`` : sql`AND ${behind}`}
    ORDER BY ${order === "newest" ? sql`h.id DESC` : sql`h.timeout_at, h.id`} LIMIT ${limit}`;
}

const isAskedOf = ({ userId, role }: Answerer): SQL =>
  sql`is_asked(h.responders, h.asked, ${userId}::bigint, ${role}::text)`;

function sideOf({ person, whose }: Pick<InteractionFilter, "person" | "whose">): SQL {
  if (!person || !whose) return sql``;
  const byThem = sql`h.user_id IS NOT DISTINCT FROM ${person.userId}::bigint`;
  switch (whose) {
    case "asked_by_you":
      return sql`AND ${byThem}`;
    case "asked_of_you":
      return sql`AND ${isAskedOf(person)}`;
    case "yours":
      return sql`AND (${byThem} OR ${isAskedOf(person)})`;
    case "others":
      return sql`AND NOT (${byThem}) AND NOT ${isAskedOf(person)}`;
  }
}

/**
 * The open questions that this person may answer now, counted up to `max`: `placeOf` of lib/core/interaction/answers.ts in SQL.
 * It is read with every page. Of 2,000 open questions it takes 20 ms to call `is_asked` for each; responders that cannot mean this
 * person are left out before, and the inner LIMIT ends it early.
 */
export async function countOpenQuestions(
  tx: TenantTransaction,
  tenantId: number,
  { person, now, max }: { person: Answerer; now: Date; max: number },
): Promise<number> {
  const { userId, role } = person;
  const named = (responder: object) => sql`h.responders @> ${JSON.stringify([responder])}::jsonb`;
  const mayBeMeant =
    role === "admin" ? sql`` : sql`AND (${named({ user_id: userId })} OR ${named({ role })})`;
  const { count } = await selectOne<{ count: number }>(tx)`
    SELECT count(*)::int AS count FROM (
      SELECT FROM hil_interactions h, LATERAL (
        SELECT coalesce(array_agg(l.user_id), '{}') AS people, coalesce(array_agg(l.place), '{}') AS places
        FROM (SELECT DISTINCT ON (r.user_id) r.user_id, r.place, r.kind FROM hil_responses r
              WHERE r.tenant_id = h.tenant_id AND r.matched_interaction_id = h.id AND r.place IS NOT NULL
              ORDER BY r.user_id, r.id DESC) l
        WHERE l.kind <> 'retraction') standing
      WHERE h.tenant_id = ${tenantId} AND h.status = 'pending' AND h.timeout_at > ${time(now)}
        ${mayBeMeant} AND ${isAskedOf(person)} AND ${userId}::bigint <> ALL (standing.people)
        AND (h.rule <> 'all' OR EXISTS (
          SELECT FROM jsonb_array_elements(h.responders) WITH ORDINALITY AS r (value, place)
          WHERE r.place <= h.asked AND r.place <> ALL (standing.places)
            AND is_asked(jsonb_build_array(r.value), 1, ${userId}::bigint, ${role}::text)))
      LIMIT ${max}) AS open`;
  return count;
}

/** Everybody who can be asked by name: members who may sign in, by name, at most 1,000. */
export const listResponders = (tx: TenantTransaction, tenantId: number) =>
  selectAll<{ userId: number; name: string; email: string; role: Role }>(tx)`
    SELECT u.id AS user_id, u.name, u.email, m.role FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.tenant_id = ${tenantId} AND m.revoked_at IS NULL AND u.disabled_at IS NULL
    ORDER BY lower(u.name), u.id LIMIT 1000`;

export type ResponseRow = RowOf<
  typeof hilResponses,
  "id" | "userId" | "userLabel" | "kind" | "place" | "response" | "sourceChannel" | "seal" | "receivedAt"
> & { interactionId: number };

/** Every response to these questions, in the order in which they came; not the replies that answer nothing. */
export const listResponses = (tx: TenantTransaction, tenantId: number, ids: readonly number[]) =>
  selectAll<ResponseRow>(tx)`
    SELECT matched_interaction_id AS interaction_id, id, user_id, user_label, kind, place, response,
      source_channel, seal, received_at
    FROM hil_responses
    WHERE tenant_id = ${tenantId} AND matched_interaction_id = ANY (${sql.param(ids as number[])}::bigint[])
      AND place IS NOT NULL
    ORDER BY id`;

type NewResponse = Pick<
  (typeof hilResponses)["$inferSelect"],
  "tenantId" | "rawPayload" | "sourceChannel" | "receivedAt" | "kind" | "response" | "seal"
> & {
  interactionId: number;
  userId: number;
  userLabel: string;
  place: number;
  /** Null: it was given as an answer, not read from free text. */
  reply: ReplyColumns | null;
};

/** Null: this delivery came before. */
export const insertResponse = (tx: TenantTransaction, given: NewResponse) =>
  selectFirst<{ id: number }>(tx)`
    INSERT INTO hil_responses (tenant_id, raw_payload, source_channel, received_at, matched_interaction_id, processed,
      processed_at, user_id, user_label, kind, place, response, seal, ${replyColumns})
    VALUES (${given.tenantId}, ${json(given.rawPayload)}, ${given.sourceChannel}, ${time(given.receivedAt)},
      ${given.interactionId}, true, ${time(given.receivedAt)}, ${given.userId}, ${given.userLabel}, ${given.kind},
      ${given.place}, ${given.kind === "retraction" ? sql`NULL` : sql`${JSON.stringify(given.response)}::jsonb`},
      ${given.seal}, ${replyValues(given.reply)})
    ON CONFLICT (tenant_id, delivery_provider, delivery_key) DO NOTHING
    RETURNING id`;

/** How many of the responders are asked from now on. 0: the question is over, or has asked as many. */
export const askNext = (tx: TenantTransaction, tenantId: number, id: number, asked: number) =>
  execute(tx)`
    UPDATE hil_interactions SET asked = ${asked}, updated_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${id} AND status = 'pending' AND asked < ${asked}`;

/** 0: it is not open any more, or its time is over. */
export const resolveInteraction = (
  tx: TenantTransaction,
  tenantId: number,
  { id, response, now }: { id: number; response: ResponseData; now: Date },
) =>
  execute(tx)`
    UPDATE hil_interactions SET status = 'responded', response_data = ${json(response)},
      responded_at = ${time(now)}, ended_at = ${time(now)}, updated_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${id} AND status = 'pending' AND timeout_at > ${time(now)}`;

/** After a correction. 0: whoever asked has read how it ended. */
export const replaceResponse = (
  tx: TenantTransaction,
  tenantId: number,
  { id, response }: { id: number; response: ResponseData },
) =>
  execute(tx)`
    UPDATE hil_interactions SET response_data = ${json(response)}, updated_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${id} AND status = 'responded' AND used_at IS NULL`;

/** 0: it is not open any more. */
export const cancelInteraction = (
  tx: TenantTransaction,
  tenantId: number,
  { id, by, now }: { id: number; by: string; now: Date },
) =>
  execute(tx)`
    UPDATE hil_interactions SET status = 'cancelled', cancelled_by_label = ${by}, ended_at = ${time(now)},
      updated_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${id} AND status = 'pending'`;

/** Notes that the asker has read the result. 0: that was noted before, or the question is open. */
export const takeUpResponse = (
  tx: TenantTransaction,
  tenantId: number,
  { id, now }: { id: number; now: Date },
) =>
  execute(tx)`
    UPDATE hil_interactions SET used_at = ${time(now)}, updated_at = clock_timestamp()
    WHERE tenant_id = ${tenantId} AND id = ${id} AND status IN ('responded', 'timeout') AND used_at IS NULL`;

/** Those of these people who belong to the tenant and may sign in. */
export async function listMembersAmong(
  tx: TenantTransaction,
  tenantId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const rows = await selectAll<{ userId: number }>(tx)`
    SELECT m.user_id FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.tenant_id = ${tenantId} AND m.user_id = ANY (${sql.param(userIds as number[])}::bigint[])
      AND m.revoked_at IS NULL AND u.disabled_at IS NULL`;
  return rows.map(({ userId }) => userId);
}
