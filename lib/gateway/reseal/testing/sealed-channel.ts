import { openAccountSecret, sealAccountSecret } from "@/lib/channels/account-secret";
import { isGenuineLink, sealLink } from "@/lib/channels/link-seal";
import type { World } from "@/lib/gateway/testing/world";
import { type SealedCase, newCompany } from "./sealed-case";

/** An account of a channel, without its secret. */
async function openAccount(world: World) {
  const company = await newCompany(world);
  const { tenantId } = company;
  const [row] = await world.owner<{ id: number }[]>`
    INSERT INTO channel_accounts (tenant_id, kind, label, opened_at, opened_by_label)
    VALUES (${tenantId}, 'slack', 'Slack', clock_timestamp(), 'Adam') RETURNING id`;
  return { company, tenantId, accountId: row!.id };
}

/** The secret with which an account signs in to its provider. */
export async function sealedChannelAccount(world: World): Promise<SealedCase & { tenantId: number }> {
  const { owner } = world;
  const keep = async () => {
    const account = await openAccount(world);
    const { accountId } = account;
    await owner`UPDATE channel_accounts SET sealed = ${sealAccountSecret(accountId, "s3cret")} WHERE id = ${accountId}`;
    const stored = async () =>
      (await owner`SELECT sealed FROM channel_accounts WHERE id = ${accountId}`)[0]!.sealed as string;
    return { ...account, stored };
  };
  const [mine, other] = [await keep(), await keep()];
  return {
    tenantId: mine.tenantId,
    works: async () => {
      try {
        return openAccountSecret(mine.accountId, await mine.stored()) === "s3cret";
      } catch {
        return false;
      }
    },
    stored: mine.stored,
    forge: (app, value) => app`UPDATE channel_accounts SET sealed = ${value} WHERE id = ${mine.accountId}`,
    another: other.stored,
  };
}

/** Which user of a provider is which person. */
export async function sealedChannelLink(world: World): Promise<SealedCase & { tenantId: number }> {
  const { owner } = world;
  const keep = async () => {
    const { company, tenantId, accountId } = await openAccount(world);
    const { userId } = await company.addPerson({ name: "Ana", role: "approver" });
    const [row] = await owner<{ id: number }[]>`
      INSERT INTO channel_links (tenant_id, account_id, external_user_id, external_label, user_id, linked_at)
      VALUES (${tenantId}, ${accountId}, 'U1', 'ana', ${userId}, clock_timestamp()) RETURNING id`;
    const link = { tenantId, linkId: row!.id, accountId, externalUserId: "U1", userId };
    await owner`UPDATE channel_links SET seal = ${sealLink(link)} WHERE id = ${link.linkId}`;
    const stored = async () =>
      (await owner`SELECT seal FROM channel_links WHERE id = ${link.linkId}`)[0]!.seal as string;
    return { ...link, link, stored };
  };
  const [mine, other] = [await keep(), await keep()];
  return {
    tenantId: mine.tenantId,
    works: async () => isGenuineLink(mine.link, await mine.stored()),
    stored: mine.stored,
    forge: (app, value) => app`UPDATE channel_links SET seal = ${value} WHERE id = ${mine.linkId}`,
    another: other.stored,
  };
}
