import { sql } from "drizzle-orm";
import type { TenantTransaction } from "@/db/client";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { channelAccounts, channelPreferences } from "@/db/schema/channels";
import type { ChannelHealth, ChannelKind } from "@/lib/core/message/message";

/** Accounts that messages go by, how they fare, and what people want to be told. */

const time = (value: Date | null) => sql`${value?.toISOString() ?? null}::timestamptz`;

/** Without how its credentials are renewed: db/queries/messages/renewals.ts. */
export type AccountRow = RowOf<
  typeof channelAccounts,
  Exclude<keyof (typeof channelAccounts)["$inferSelect"], "renewAt" | "renewalUntil" | "renewalFence">
>;

const accountColumns = sql`id, tenant_id, kind, state, external_id, label, sealed, settings, paused_until, outages,
  health, health_at, last_error, opened_at, opened_by_label, closed_at`;

/** This installation's own account of a kind, for a company that has none yet. */
export const openOwnAccount = (
  tx: TenantTransaction,
  tenantId: number,
  { kind, label, now }: { kind: ChannelKind; label: string; now: Date },
) =>
  execute(tx)`
    INSERT INTO channel_accounts (tenant_id, kind, label, opened_at, opened_by_label)
    SELECT ${tenantId}, ${kind}, ${label}, ${time(now)}, 'set-up'
    WHERE NOT EXISTS (SELECT FROM channel_accounts a
      WHERE a.tenant_id = ${tenantId} AND a.kind = ${kind} AND a.external_id IS NULL AND a.state <> 'closed')
    ON CONFLICT DO NOTHING`;

/** The company's accounts that are not closed, at most 100. */
export const listAccounts = (tx: TenantTransaction, tenantId: number) =>
  selectAll<AccountRow>(tx)`
    SELECT ${accountColumns} FROM channel_accounts
    WHERE tenant_id = ${tenantId} AND state <> 'closed' ORDER BY kind, id LIMIT 100`;

/** It does not send as it should. */
export const isFailing = ({ health, state }: Pick<AccountRow, "health" | "state">): boolean =>
  health === "failing" || state === "broken";

/** The company's webhook for questions, held by this transaction. Null: none is connected. */
export const lockQuestionWebhook = (tx: TenantTransaction, tenantId: number) =>
  selectFirst<AccountRow>(tx)`
    SELECT ${accountColumns} FROM channel_accounts
    WHERE tenant_id = ${tenantId} AND kind = 'webhook' AND state <> 'closed' FOR UPDATE`;

/** Null: there is none of this id in this tenant. */
export const findAccount = (tx: TenantTransaction, tenantId: number, id: number) =>
  selectFirst<AccountRow>(tx)`
    SELECT ${accountColumns} FROM channel_accounts WHERE tenant_id = ${tenantId} AND id = ${id}`;

/** Nothing goes by the account until then. */
export const pauseAccount = (
  tx: TenantTransaction,
  tenantId: number,
  { id, until, why }: { id: number; until: Date; why: string },
) =>
  execute(tx)`
    UPDATE channel_accounts SET paused_until = ${time(until)}, outages = outages + 1,
      last_error = ${why.slice(0, 500)}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND state = 'open'`;

/** The provider answers again. 0: it did before. */
export const resumeAccount = (tx: TenantTransaction, tenantId: number, id: number) =>
  execute(tx)`
    UPDATE channel_accounts SET paused_until = NULL, outages = 0, last_error = NULL
    WHERE tenant_id = ${tenantId} AND id = ${id} AND outages > 0`;

/** The provider refuses our credentials. 0: it was broken before. */
export const breakAccount = (
  tx: TenantTransaction,
  tenantId: number,
  { id, why }: { id: number; why: string },
) =>
  execute(tx)`
    UPDATE channel_accounts SET state = 'broken', last_error = ${why.slice(0, 500)}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND state = 'open'`;

/** One attempt, in its five minutes. */
export const countAttempt = (
  tx: TenantTransaction,
  tenantId: number,
  { accountId, beganAt, isSent }: { accountId: number; beganAt: Date; isSent: boolean },
) =>
  execute(tx)`
    INSERT INTO channel_figures AS f (tenant_id, account_id, began_at, sent, failed)
    VALUES (${tenantId}, ${accountId}, ${time(beganAt)}, ${isSent ? 1 : 0}, ${isSent ? 0 : 1})
    ON CONFLICT (tenant_id, account_id, began_at)
      DO UPDATE SET sent = f.sent + excluded.sent, failed = f.failed + excluded.failed`;

/** The attempts of an account since then. */
export const readFigures = (tx: TenantTransaction, tenantId: number, accountId: number, since: Date) =>
  selectOne<{ sent: number; failed: number }>(tx)`
    SELECT coalesce(sum(sent), 0)::int AS sent, coalesce(sum(failed), 0)::int AS failed FROM channel_figures
    WHERE tenant_id = ${tenantId} AND account_id = ${accountId} AND began_at > ${time(since)}`;

/** 0: its health is known to be so. */
export const setHealth = (
  tx: TenantTransaction,
  tenantId: number,
  { id, health, now }: { id: number; health: ChannelHealth; now: Date },
) =>
  execute(tx)`
    UPDATE channel_accounts SET health = ${health}, health_at = ${time(now)}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND health <> ${health}`;

export interface MessageCounts {
  waiting: number;
  unknown: number;
  failed: number;
}

/** Messages of an account that have not arrived, of the day before `now`, by the clock that they were made by. */
export const countMessages = (tx: TenantTransaction, tenantId: number, accountId: number, now: Date) =>
  selectOne<MessageCounts>(tx)`
    SELECT count(*) FILTER (WHERE state IN ('due', 'sending'))::int AS waiting,
      count(*) FILTER (WHERE state = 'unknown')::int AS unknown,
      count(*) FILTER (WHERE state = 'failed')::int AS failed
    FROM channel_messages
    WHERE tenant_id = ${tenantId} AND account_id = ${accountId}
      AND created_at > ${time(now)} - interval '24 hours'`;
export type PreferenceRow = RowOf<typeof channelPreferences, "kind" | "questions" | "tierMin" | "outcomes">;

/** This person's preferences; a kind without a row has the defaults. */
export const listPreferences = (tx: TenantTransaction, tenantId: number, userId: number) =>
  selectAll<PreferenceRow>(tx)`
    SELECT kind, questions, tier_min::int AS tier_min, outcomes FROM channel_preferences
    WHERE tenant_id = ${tenantId} AND user_id = ${userId} ORDER BY kind`;

/** @param preference `outcomes` null: as before. */
export const setPreference = (
  tx: TenantTransaction,
  tenantId: number,
  userId: number,
  { kind, questions, tierMin, outcomes }: PreferenceRow,
) =>
  execute(tx)`
    INSERT INTO channel_preferences AS p (tenant_id, user_id, kind, questions, tier_min, outcomes, changed_at)
    VALUES (${tenantId}, ${userId}, ${kind}, ${questions}, ${tierMin}, ${outcomes}, clock_timestamp())
    ON CONFLICT (tenant_id, user_id, kind) DO UPDATE
      SET questions = excluded.questions, tier_min = excluded.tier_min,
        outcomes = coalesce(excluded.outcomes, p.outcomes), changed_at = excluded.changed_at`;

/**
 * The provider has taken our access away, or an administrator has. 0: it was closed before, or has another secret than `sealed`.
 * @param close `sealed` left out: whatever secret it has.
 */
export const closeAccount = (
  tx: TenantTransaction,
  tenantId: number,
  { id, sealed = null, now }: { id: number; sealed?: string | null; now: Date },
) =>
  execute(tx)`
    UPDATE channel_accounts SET state = 'closed', closed_at = ${time(now)}, sealed = NULL
    WHERE tenant_id = ${tenantId} AND id = ${id} AND state <> 'closed'
      AND (${sealed}::text IS NULL OR sealed = ${sealed})`;

interface NewAccount {
  kind: ChannelKind;
  externalId: string;
  label: string;
  settings: Readonly<Record<string, unknown>>;
  now: Date;
  /** The name of the person who connects it. */
  by: string;
}

/** Its id; null: this account is connected already, here or by another company, or another webhook of the company is. */
export const insertAccount = async (
  tx: TenantTransaction,
  tenantId: number,
  { kind, externalId, label, settings, now, by }: NewAccount,
): Promise<number | null> =>
  (
    await selectFirst<{ id: number }>(tx)`
    INSERT INTO channel_accounts (tenant_id, kind, external_id, label, settings, opened_at, opened_by_label)
    VALUES (${tenantId}, ${kind}, ${externalId}, ${label}, ${JSON.stringify(settings)}::jsonb, ${time(now)}, ${by})
    ON CONFLICT DO NOTHING
    RETURNING id`
  )?.id ?? null;

/** The company's own account of the provider's id. Null: it has none that is not closed. */
export const findOpenAccount = async (
  tx: TenantTransaction,
  tenantId: number,
  { kind, externalId }: Pick<NewAccount, "kind" | "externalId">,
): Promise<number | null> =>
  (
    await selectFirst<{ id: number }>(tx)`
    SELECT id FROM channel_accounts
    WHERE tenant_id = ${tenantId} AND kind = ${kind} AND external_id = ${externalId} AND state <> 'closed'`
  )?.id ?? null;

/**
 * With the secret of the newest connection; it sends at once. A renewal of the secret before it that is still on its way
 * writes nothing any more.
 */
export const renewAccount = (
  tx: TenantTransaction,
  tenantId: number,
  {
    id,
    label,
    settings,
    sealed,
    renewAt,
  }: Pick<NewAccount, "label" | "settings"> & { id: number; sealed: string; renewAt: Date | null },
) =>
  execute(tx)`
    UPDATE channel_accounts SET state = 'open', label = ${label}, settings = ${JSON.stringify(settings)}::jsonb,
      sealed = ${sealed}, paused_until = NULL, outages = 0, last_error = NULL, renew_at = ${time(renewAt)},
      renewal_until = NULL, renewal_fence = renewal_fence + 1
    WHERE tenant_id = ${tenantId} AND id = ${id} AND state <> 'closed'`;
