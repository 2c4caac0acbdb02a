import { createRestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { createNetSuiteAccounts } from "@/lib/gateway/netsuite-accounts";
import { setNetSuiteAccount } from "@/lib/gateway/access/netsuite/netsuite-account";
import { pushLine } from "@/lib/gateway/deliver/push-line";
import { netsuiteCredentialsSchema } from "@/lib/contract/settings/netsuite-account";
import type { Person } from "@/lib/core/access/principal";
import { actionKey } from "@/lib/core/action/action-key";
import { openAccount, testCredentials } from "@/netsuite/testing/open-account";
import { afterAll } from "vitest";
import { proposals } from "./proposals";
import { steppedUp } from "./step-up";
import { useWorld } from "./use-world";

export const theirs = {
  account: "7654321_SB1",
  consumerKey: "their-consumer-key",
  consumerSecret: "their-consumer-secret",
  tokenId: "their-token-id",
  tokenSecret: "their-token-secret",
};
/** The first account's credentials in the shape of the second one's. */
export const home: typeof theirs = testCredentials as typeof theirs;

export const tba = (of: typeof theirs, account = of.account) => ({
  strategy: "tba" as const,
  account,
  consumer_key: of.consumerKey,
  consumer_secret: of.consumerSecret,
  token_id: of.tokenId,
  token_secret: of.tokenSecret,
});

/**
 * Two NetSuite accounts, each a simulator of its own: the home tenant's is the environment's, and the second company's is
 * another, with credentials of its own.
 */
export async function useTwoAccounts() {
  const world = await useWorld({ gateway: { holdSeconds: 0 } });
  const { owner } = world;
  const other = await openAccount({ simulator: { credentials: theirs } });
  afterAll(() => other.close());
  const urls: Record<string, string> = {
    [testCredentials.account.toUpperCase()]: world.account.simulator.url,
    [theirs.account]: other.simulator.url,
  };
  const openings: string[] = [];
  const accountsFor = (tenantSlug: string | null) =>
    createNetSuiteAccounts({
      database: world.gateway.database,
      environment: {
        account: testCredentials.account,
        client: world.account.client,
        tenantSlug,
        servesAll: false,
      },
      maxConcurrency: 4,
      openClient: (account, credentials, slots) => {
        openings.push(account);
        const clock = { now: () => new Date() };
        const baseUrl = urls[account]!;
        const limits = { timeoutMs: 5_000, maxConcurrency: 4 };
        return createRestletClient({ account, baseUrl, credentials, slots, clock, ...limits });
      },
    });
  const gateway = { ...world.gateway, accounts: accountsFor(null) };
  const second = await world.addTenant();
  const [admin, approver, agent] = [
    await second.person("Sasha", "admin"),
    await second.person("Ari", "approver"),
    await second.agent("their-agent"),
  ];
  const stepped = (by: Person, subject: string) => steppedUp(owner, by, "set_netsuite_account", subject);
  const set = async (input: unknown, by: Person = admin) => {
    const credentials = netsuiteCredentialsSchema.parse(input);
    return setNetSuiteAccount(await stepped(by, credentials.account), credentials, gateway);
  };
  const propose = (input = proposals.creditLimit(61_000)) => world.propose(input, agent, null, gateway);
  const approved = async (input = proposals.creditLimit(61_000)) => {
    const { proposal } = await propose(input);
    await world.decide(approver, proposal, {}, gateway);
    const [push] = await owner`SELECT id FROM ns_pending_pushes WHERE action_id = ${proposal.id}`;
    return { id: proposal.id, pushId: push!.id as number };
  };
  const push = (pushId: number) => pushLine(second.tenantId, pushId, gateway);
  const rowOf = async (pushId: number) =>
    (await owner`SELECT status, netsuite_account FROM ns_pending_pushes WHERE id = ${pushId}`)[0]!;
  const commitsIn = async (account: typeof world.account, actionId: number) =>
    (await account.commits(actionKey(second.tenantId, actionId))).length;
  return {
    world,
    other,
    openings,
    accountsFor,
    gateway,
    second,
    admin,
    approver,
    agent,
    stepped,
    set,
    propose,
    approved,
    push,
    rowOf,
    commitsIn,
  };
}
