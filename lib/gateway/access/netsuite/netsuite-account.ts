import { type TenantTransaction, inTenant } from "@/db/client";
import { wakeQueuedPushes } from "@/db/queries/controls/kill-switches";
import { appendEvent, byPerson } from "@/db/queries/ledger/events";
import { isLaneOpen, makeHaltedDue, openLane } from "@/db/queries/pushes/lanes";
import {
  endAccount,
  forgetOldCredentials,
  insertAccount,
  readLiveAccount,
} from "@/db/queries/pushes/netsuite-accounts";
import type {
  AccountTest,
  NetSuiteAccountView,
  NetSuiteCredentialsInput,
} from "@/lib/contract/settings/netsuite-account";
import type { Person } from "@/lib/core/access/principal";
import { requireRole } from "@/lib/core/access/require-role";
import type { ProposalPayload } from "@/lib/core/payload/payload";
import { laneWords } from "@/lib/core/push/lane-words";
import { isoOf } from "@/lib/core/values/time";
import type { NetSuiteCredentials } from "@/lib/destinations/netsuite/credentials";
import { buildRead } from "@/lib/destinations/requests";
import { afterCommit } from "@/lib/gateway/after-commit";
import { type Gateway, getGateway } from "@/lib/gateway/context";
import { accountOf, noAccount, sealBoundTo } from "@/lib/gateway/netsuite-accounts";
import { sealSecret } from "@/lib/secrets/secret-box";
import { spendStepUp } from "@/lib/gateway/access/step-up/spend-step-up";

/** The subject of the account's own chain in the ledger; its entity id is the tenant's. */
const SUBJECT = "netsuite_account";
const keyPrefixLength = 6;
/** Writes that a new account requests at once; the next reconciliation requests the others. */
const wokenMax = 200;

/** Reads the account that the company's writes go to, without secrets. @throws AppError not_allowed 403. */
export async function readNetSuiteAccount(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<NetSuiteAccountView> {
  requireRole(person, "admin");
  const served = (await gateway.accounts?.usesEnvironmentAccount(person.tenantId)) ?? true;
  return inTenant(gateway.database, person.tenantId, (tx) => viewIn(tx, person.tenantId, served));
}

/**
 * Puts new credentials in the place of the ones in use, at once. Writes that were proposed for another account become
 * stale; a write that left before is asked about where it went. A halted lane opens, since its cause is gone.
 * @throws AppError not_allowed, session_required 403; step_up_missing, step_up_invalid 428.
 */
export async function setNetSuiteAccount(
  person: Person,
  input: NetSuiteCredentialsInput,
  gateway: Gateway = getGateway(),
): Promise<NetSuiteAccountView> {
  requireRole(person, "admin", "Setting the NetSuite account");
  const { tenantId, name } = person;
  const credentials = credentialsOf(input);
  const key = "consumerKey" in credentials ? credentials.consumerKey : credentials.clientId;
  const served = (await gateway.accounts?.usesEnvironmentAccount(tenantId)) ?? true;
  const view = await inTenant(gateway.database, tenantId, async (tx) => {
    await spendStepUp(tx, person, { purpose: "set_netsuite_account", subject: input.account });
    const before = await endAccount(tx, tenantId);
    const id = await insertAccount(tx, tenantId, {
      strategy: input.strategy,
      account: input.account,
      keyPrefix: key.slice(0, keyPrefixLength),
      sealed: sealSecret(JSON.stringify(credentials), sealBoundTo(tenantId)),
      setByLabel: name,
    });
    await record(tx, person, "netsuite_account.set", { netsuite_account_id: id, before_id: before });
    await openLane(tx, tenantId);
    await makeHaltedDue(tx, tenantId);
    await wakeQueuedPushes(tx, tenantId, wokenMax);
    return viewIn(tx, tenantId, served);
  });
  afterCommit(gateway, tenantId);
  return view;
}

/** From here on the company's writes wait, unless the environment's account is this company's. @throws AppError 403, 428. */
export async function removeNetSuiteAccount(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<NetSuiteAccountView> {
  requireRole(person, "admin", "Removing the NetSuite account");
  const { tenantId } = person;
  const served = (await gateway.accounts?.usesEnvironmentAccount(tenantId)) ?? true;
  return inTenant(gateway.database, tenantId, async (tx) => {
    await spendStepUp(tx, person, { purpose: "set_netsuite_account", subject: "none" });
    const before = await endAccount(tx, tenantId);
    if (before !== null) await record(tx, person, "netsuite_account.removed", { before_id: before });
    return viewIn(tx, tenantId, served);
  });
}

/** A record that no account has. Any answer about it shows that the credentials work and that our script runs. */
const probe: ProposalPayload = {
  action_type: "customer_credit_limit",
  entity_type: "customer",
  entity_ref: "countersign-connection-test",
  changes: [{ field: "creditlimit", to: "1" }],
  context: {},
};

/**
 * Signs one read and says what fails. Nothing is written anywhere.
 * @throws AppError not_allowed 403; no_netsuite_account 409.
 */
export async function testNetSuiteAccount(
  person: Person,
  gateway: Gateway = getGateway(),
): Promise<AccountTest> {
  requireRole(person, "admin", "Testing the NetSuite account");
  const account = await accountOf(gateway, person.tenantId);
  if (!account) throw noAccount();
  const answer = await account.client.read(buildRead(probe), `person ${person.userId}`);
  if (answer.class === "read" || answer.class === "stale" || answer.class === "terminal")
    return {
      ok: true,
      code: "ANSWERED",
      message: "NetSuite let us in, and our script answered.",
      to_do: null,
    };
  const { code, publicMessage: message } = answer;
  const words = answer.class === "lane_halt" ? laneWords(code, null) : null;
  return { ok: false, code, message: words?.why ?? message, to_do: words?.toDo ?? null };
}

function credentialsOf(input: NetSuiteCredentialsInput): NetSuiteCredentials {
  return input.strategy === "tba"
    ? {
        consumerKey: input.consumer_key,
        consumerSecret: input.consumer_secret,
        tokenId: input.token_id,
        tokenSecret: input.token_secret,
      }
    : { clientId: input.client_id, certificateId: input.certificate_id, privateKey: input.private_key };
}

async function record(
  tx: TenantTransaction,
  person: Person,
  type: string,
  ids: Record<string, number | null>,
): Promise<void> {
  await forgetOldCredentials(tx, person.tenantId);
  await appendEvent(tx, {
    ...byPerson(person),
    entityType: SUBJECT,
    entityId: person.tenantId,
    type,
    details: { ...ids, user_id: person.userId },
  });
}

async function viewIn(
  tx: TenantTransaction,
  tenantId: number,
  environmentServes: boolean,
): Promise<NetSuiteAccountView> {
  const own = await readLiveAccount(tx, tenantId);
  return {
    source: own ? "own" : environmentServes ? "environment" : "none",
    id: own?.id ?? null,
    strategy: own?.strategy ?? null,
    account: own?.account ?? null,
    key_prefix: own?.keyPrefix ?? null,
    set_by: own?.setByLabel ?? null,
    set_at: isoOf(own?.setAt),
    lane: (await isLaneOpen(tx, tenantId)) ? "open" : "halted",
  };
}
