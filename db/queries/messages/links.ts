import { sql } from "drizzle-orm";
import type { Database, TenantTransaction } from "@/db/client";
import type { StoredMembership } from "@/db/queries/people/identity";
import type { Page, SealedRow } from "@/db/queries/people/sealed";
import { type RowOf, execute, selectAll, selectFirst, selectOne } from "@/db/queries/rows";
import type { channelLinkCodes, channelLinks } from "@/db/schema/channels";
import type { ChannelKind } from "@/lib/core/message/message";

/** Links between a provider's users and our people, and the codes by which people confirm them. */

const time = (value: Date) => sql`${value.toISOString()}::timestamptz`;

type NewCode = Pick<
  (typeof channelLinkCodes)["$inferSelect"],
  "tenantId" | "accountId" | "externalUserId" | "externalLabel" | "codeHash" | "expiresAt" | "createdAt"
>;

export const insertLinkCode = (tx: TenantTransaction, code: NewCode) =>
  execute(tx)`
    INSERT INTO channel_link_codes (tenant_id, account_id, external_user_id, external_label, code_hash, expires_at,
      created_at)
    VALUES (${code.tenantId}, ${code.accountId}, ${code.externalUserId}, ${code.externalLabel}, ${code.codeHash},
      ${time(code.expiresAt)}, ${time(code.createdAt)})`;

export type LinkCodeRow = RowOf<typeof channelLinkCodes, "accountId" | "externalUserId" | "externalLabel"> & {
  kind: ChannelKind;
  accountLabel: string;
};

const codeColumns = sql`c.account_id, c.external_user_id, c.external_label, a.kind, a.label AS account_label`;

/** Null: there is none, or it is used or over. */
export const findLinkCode = (tx: TenantTransaction, tenantId: number, codeHash: string, now: Date) =>
  selectFirst<LinkCodeRow>(tx)`
    SELECT ${codeColumns} FROM channel_link_codes c
      JOIN channel_accounts a ON a.tenant_id = c.tenant_id AND a.id = c.account_id AND a.state <> 'closed'
    WHERE c.tenant_id = ${tenantId} AND c.code_hash = ${codeHash} AND c.used_at IS NULL
      AND c.expires_at > ${time(now)}`;

/** Null: there is none, or it was used before or is over. */
export const useLinkCode = (
  tx: TenantTransaction,
  tenantId: number,
  { codeHash, userId, now }: { codeHash: string; userId: number; now: Date },
) =>
  selectFirst<LinkCodeRow>(tx)`
    UPDATE channel_link_codes c SET used_at = ${time(now)}, used_by_user_id = ${userId}
    FROM channel_accounts a
    WHERE c.tenant_id = ${tenantId} AND c.code_hash = ${codeHash} AND c.used_at IS NULL
      AND c.expires_at > ${time(now)} AND a.tenant_id = c.tenant_id AND a.id = c.account_id AND a.state <> 'closed'
    RETURNING ${codeColumns}`;

type NewLink = Pick<
  (typeof channelLinks)["$inferSelect"],
  "tenantId" | "accountId" | "externalUserId" | "externalLabel" | "userId" | "linkedAt"
>;

/** Without its seal, which names its id. */
export const insertLink = (tx: TenantTransaction, link: NewLink) =>
  selectOne<{ id: number }>(tx)`
    INSERT INTO channel_links (tenant_id, account_id, external_user_id, external_label, user_id, linked_at)
    VALUES (${link.tenantId}, ${link.accountId}, ${link.externalUserId}, ${link.externalLabel}, ${link.userId},
      ${time(link.linkedAt)})
    RETURNING id`;

export const setLinkSeal = (tx: TenantTransaction, tenantId: number, id: number, seal: string) =>
  execute(tx)`UPDATE channel_links SET seal = ${seal} WHERE tenant_id = ${tenantId} AND id = ${id}`;

interface LinkEnds {
  accountId: number;
  externalUserId: string;
  userId: number;
  by: string;
  now: Date;
}

/** Ends the links that another one takes the place of: of this user of the provider, and of this person there. */
export const endLinksOf = (
  tx: TenantTransaction,
  tenantId: number,
  { accountId, externalUserId, userId, by, now }: LinkEnds,
) =>
  execute(tx)`
    UPDATE channel_links SET ended_at = ${time(now)}, ended_by_label = ${by}
    WHERE tenant_id = ${tenantId} AND account_id = ${accountId} AND ended_at IS NULL
      AND (external_user_id = ${externalUserId} OR user_id = ${userId})`;

/** Ends every link of the account. Returns how many. */
export const endLinksOfAccount = (
  tx: TenantTransaction,
  tenantId: number,
  { accountId, by, now }: { accountId: number; by: string; now: Date },
) =>
  execute(tx)`
    UPDATE channel_links SET ended_at = ${time(now)}, ended_by_label = ${by}
    WHERE tenant_id = ${tenantId} AND account_id = ${accountId} AND ended_at IS NULL`;

/** How many people are linked to the account now. */
export const countLinksOfAccount = async (tx: TenantTransaction, tenantId: number, accountId: number) =>
  (
    await selectOne<{ count: number }>(tx)`
    SELECT count(*)::int AS count FROM channel_links
    WHERE tenant_id = ${tenantId} AND account_id = ${accountId} AND ended_at IS NULL`
  ).count;

/** Null: the person has none of this id, or it has ended. */
export const endLink = (
  tx: TenantTransaction,
  tenantId: number,
  { id, userId, by, now }: { id: number; userId: number; by: string; now: Date },
) =>
  selectFirst<{ accountId: number }>(tx)`
    UPDATE channel_links SET ended_at = ${time(now)}, ended_by_label = ${by}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND user_id = ${userId} AND ended_at IS NULL
    RETURNING account_id`;

export type LinkRow = RowOf<typeof channelLinks, "id" | "accountId" | "externalLabel" | "linkedAt"> & {
  kind: ChannelKind;
  accountLabel: string;
};

/** This person's open links, at most 100. */
export const listLinks = (tx: TenantTransaction, tenantId: number, userId: number) =>
  selectAll<LinkRow>(tx)`
    SELECT l.id, l.account_id, l.external_label, l.linked_at, a.kind, a.label AS account_label
    FROM channel_links l JOIN channel_accounts a ON a.tenant_id = l.tenant_id AND a.id = l.account_id
    WHERE l.tenant_id = ${tenantId} AND l.user_id = ${userId} AND l.ended_at IS NULL ORDER BY l.id LIMIT 100`;

export interface LinkedRow extends StoredMembership {
  linkId: number;
  linkSeal: string | null;
}

/** The live member behind a user of the provider. Null: nobody is linked, or they were removed. */
export const findLinked = (
  tx: TenantTransaction,
  tenantId: number,
  { accountId, externalUserId }: { accountId: number; externalUserId: string },
) =>
  selectFirst<LinkedRow>(tx)`
    SELECT m.tenant_id, m.user_id, t.slug AS tenant_slug, t.name AS tenant_name, u.name, u.email, m.role, m.role_seal,
      m.role_changes, l.id AS link_id, l.seal AS link_seal
    FROM channel_links l JOIN memberships m ON m.tenant_id = l.tenant_id AND m.user_id = l.user_id
      JOIN users u ON u.id = m.user_id JOIN tenants t ON t.id = m.tenant_id
    WHERE l.tenant_id = ${tenantId} AND l.account_id = ${accountId} AND l.external_user_id = ${externalUserId}
      AND l.ended_at IS NULL AND m.revoked_at IS NULL AND u.disabled_at IS NULL`;

/** Before the company is known: the account that a signed delivery came by. Null: nobody has connected it. */
export async function findAccountOf(
  { sql: client }: Pick<Database, "sql">,
  kind: ChannelKind,
  externalId: string,
): Promise<{ tenantId: number; accountId: number } | null> {
  const [row] = await client<{ tenantId: number; accountId: number }[]>`
    SELECT tenant_id, account_id FROM find_channel_account(${kind}, ${externalId})`;
  return row ?? null;
}

export type SealedChannelLink = SealedRow &
  RowOf<typeof channelLinks, "accountId" | "externalUserId" | "userId">;

export const listSealedChannelLinks = (tx: TenantTransaction, { tenantId, afterId, limit }: Page) =>
  selectAll<SealedChannelLink>(tx)`
    SELECT id, seal AS value, account_id, external_user_id, user_id FROM channel_links
    WHERE tenant_id = ${tenantId} AND id > ${afterId} AND ended_at IS NULL ORDER BY id LIMIT ${limit}`;

/** 0: it changed meanwhile. */
export const replaceSealOfChannelLink = (
  tx: TenantTransaction,
  tenantId: number,
  { id, value }: SealedChannelLink,
  replacement: string,
) =>
  execute(tx)`
    UPDATE channel_links SET seal = ${replacement}
    WHERE tenant_id = ${tenantId} AND id = ${id} AND seal = ${value}`;
