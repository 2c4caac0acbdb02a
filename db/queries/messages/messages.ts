/** This room holds the SQL of messages to people: accounts of channels, links, preferences, messages and deliveries. */

import { type SQL, sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { channelMessages } from "@/db/schema/channels";
import type { ChannelKind, MessageState } from "@/lib/core/message/message";
import type { RecipientKnowledge } from "@/lib/core/message/next-step";

/** Messages: leased, and their outcomes. */

export type MessageRow = RowOf<typeof channelMessages, keyof (typeof channelMessages)["$inferSelect"]>;

const kindsOf = (kinds: readonly ChannelKind[]): SQL => sql`${sql.param(kinds as string[])}::text[]`;
const time = (value: Date | null): SQL => sql`${value?.toISOString() ?? null}::timestamptz`;

interface TakePage {
  kinds: readonly ChannelKind[];
  now: Date;
  limit: number;
}

/** Leases due messages, at most `limit`. Empty: nothing is due, or others have it. */
export const takeMessages = (
  tx: TenantTransaction,
  tenantId: number,
  { kinds, now, limit, ...seconds }: TakePage & { leaseSeconds: number; unknownSeconds: number },
) =>
  selectAll<MessageRow>(tx)`
    SELECT id, tenant_id, account_id, ref, interaction_id, action_id, user_id, place, state, shown_status, shown_hash,
      reminders_told, warned, external_id, doubtful, attempts, next_at, fence, lease_until, last_error, created_at,
      settled_at, why, by_rule, urgent, reached_at, outcome, outcome_round,
      digest_on::text AS digest_on, returned_at, reported_at
    FROM take_messages(${tenantId}::bigint, ${kindsOf(kinds)}, ${time(now)}, ${limit}::integer,
      ${seconds.leaseSeconds}::integer, ${seconds.unknownSeconds}::integer)`;

type Lease = Pick<MessageRow, "id" | "fence">;

/** Stores the recipient's knowledge before the message leaves. Returns 0 if another sender holds the lease. */
export const recordKnowledge = (
  tx: TenantTransaction,
  tenantId: number,
  { id, fence }: Lease,
  { shown, reminders, warned }: RecipientKnowledge,
) =>
  execute(tx)`
    UPDATE channel_messages SET shown_status = ${shown?.status ?? null}, shown_hash = ${shown?.hash ?? null},
      reminders_told = ${reminders}, warned = ${warned}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND fence = ${fence} AND state = 'sending'`;

export interface Settlement {
  state: Extract<MessageState, "sent" | "due" | "unknown" | "failed" | "closed">;
  knowledge: RecipientKnowledge;
  externalId: string | null;
  doubtful: boolean;
  attempts: number;
  nextAt: Date | null;
  error: string | null;
  now: Date;
}

/**
 * Writes the outcome of a lease. A success that is reported late is still one: the message may have become unknown under the same
 * number. 0: somebody else has it since.
 */
export const settleMessage = (
  tx: TenantTransaction,
  tenantId: number,
  { id, fence }: Lease,
  { knowledge, ...outcome }: Settlement,
) =>
  execute(tx)`
    UPDATE channel_messages SET state = ${outcome.state}, shown_status = ${knowledge.shown?.status ?? null},
      shown_hash = ${knowledge.shown?.hash ?? null}, reminders_told = ${knowledge.reminders},
      warned = ${knowledge.warned}, external_id = ${outcome.externalId}, doubtful = ${outcome.doubtful},
      attempts = ${outcome.attempts}, next_at = ${time(outcome.nextAt)},
      last_error = ${outcome.error?.slice(0, 500) ?? null}, lease_until = NULL, settled_at = ${time(outcome.now)},
      reached_at = coalesce(reached_at, CASE WHEN ${outcome.state} = 'sent' THEN ${time(outcome.now)} END)
    WHERE tenant_id = ${tenantId} AND id = ${id} AND fence = ${fence}
      AND (state = 'sending' OR state = 'unknown' AND ${outcome.state} = 'sent')`;

/** When the next message is due; null: none waits for a time. */
export async function nextMessageAt(
  tx: TenantTransaction,
  tenantId: number,
  kinds: readonly ChannelKind[],
): Promise<string | null> {
  const { at } = await selectOne<{ at: string | null }>(tx)`
    SELECT min(greatest(g.next_at, a.paused_until)) AS at
    FROM channel_messages g JOIN channel_accounts a ON a.tenant_id = ${tenantId} AND a.id = g.account_id
    WHERE g.tenant_id = ${tenantId} AND g.state IN ('due', 'unknown') AND a.state = 'open'
      AND a.kind = ANY (${kindsOf(kinds)})`;
  return at;
}

/** The version of a question or an action that a card of it would show now. */
export const readVersion = (
  tx: TenantTransaction,
  tenantId: number,
  { interactionId, actionId }: Pick<MessageRow, "interactionId" | "actionId">,
) =>
  selectOne<{ status: string; hash: string }>(tx)`
    SELECT h.status, question_version(h) AS hash FROM hil_interactions h
      WHERE h.tenant_id = ${tenantId} AND h.id = ${interactionId}
    UNION ALL SELECT c.status, action_version(c) FROM proposed_actions c
      WHERE c.tenant_id = ${tenantId} AND c.id = ${actionId}`;

export type NamedMessage = Pick<
  MessageRow,
  "id" | "interactionId" | "actionId" | "userId" | "place" | "externalId" | "shownStatus" | "shownHash"
> & { payloadHash: string | null };

/** The message that a button names. Null: the account sent none of this name. */
export const findMessage = (
  tx: TenantTransaction,
  tenantId: number,
  { accountId, ref }: { accountId: number; ref: string },
) =>
  selectFirst<NamedMessage>(tx)`
    SELECT g.id, g.interaction_id, g.action_id, g.user_id, g.place, g.external_id, g.shown_status, g.shown_hash,
      c.payload_hash
    FROM channel_messages g LEFT JOIN proposed_actions c ON c.tenant_id = g.tenant_id AND c.id = g.action_id
    WHERE g.tenant_id = ${tenantId} AND g.account_id = ${accountId} AND g.ref = ${ref}`;

/** Finds a message by the provider's id of its first copy. */
export const findMessageAt = (
  tx: TenantTransaction,
  tenantId: number,
  { accountId, externalId }: { accountId: number; externalId: string },
) =>
  selectFirst<Pick<NamedMessage, "interactionId" | "actionId" | "userId">>(tx)`
    SELECT g.interaction_id, g.action_id, g.user_id FROM channel_messages g
    WHERE g.tenant_id = ${tenantId} AND g.account_id = ${accountId} AND g.external_id = ${externalId}`;

/** The mail of this name, or the last to this person about this subject. Null: none of ours left. */
export const findMail = (
  tx: TenantTransaction,
  tenantId: number,
  { kind, id, userId, ref }: { kind: "question" | "action"; id: number; userId: number; ref: string | null },
) =>
  selectFirst<Pick<MessageRow, "id" | "accountId">>(tx)`
    SELECT g.id, g.account_id FROM channel_messages g
      JOIN channel_accounts a ON a.tenant_id = ${tenantId} AND a.id = g.account_id AND a.kind = 'email'
    WHERE g.tenant_id = ${tenantId} AND g.user_id = ${userId} AND (g.external_id IS NOT NULL OR g.doubtful)
      AND (${ref}::text IS NULL OR g.ref = ${ref})
      AND CASE ${kind} WHEN 'question' THEN g.interaction_id ELSE g.action_id END = ${id}
    ORDER BY g.id DESC LIMIT 1`;

/** Its reader reported it as spam. It did arrive, and nothing else changes. 0: it was reported before. */
export const noteReported = (
  tx: TenantTransaction,
  tenantId: number,
  { id, now }: { id: number; now: Date },
) =>
  execute(tx)`
    UPDATE channel_messages SET reported_at = ${time(now)}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND reported_at IS NULL`;

/** A mail server returned it. Nothing follows it, unless something is leaving at this moment. 0: it was returned before. */
export const noteReturned = (
  tx: TenantTransaction,
  tenantId: number,
  { id, why, now }: { id: number; why: string; now: Date },
) =>
  execute(tx)`
    UPDATE channel_messages SET returned_at = ${time(now)}, last_error = ${why.slice(0, 500)},
      state = CASE WHEN state IN ('sent', 'unknown') THEN 'failed' ELSE state END,
      next_at = CASE WHEN state IN ('sent', 'unknown') THEN NULL ELSE next_at END
    WHERE tenant_id = ${tenantId} AND id = ${id} AND returned_at IS NULL`;
