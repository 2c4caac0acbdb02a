import { type Database, inTenant, inTenantPrepared } from "@/db/client";
import {
  type AccountRow,
  findCredentialsFor,
  readLiveAccount,
  readOwnSlug,
  readSealed,
  sharesAccount,
} from "@/db/queries/pushes/netsuite-accounts";
import { listTenantIds } from "@/db/queries/people/tenants";
import { AppError } from "@/lib/core/errors";
import type { DestinationName } from "@/lib/core/push/push";
import {
  classifyProbeResponse,
  classifyReadResponse,
  classifySearchResponse,
} from "@/lib/core/push/classify-response";
import { type Destination, type Destinations, destinationFor } from "@/lib/destinations/destination";
import { accountRealm } from "@/lib/destinations/netsuite/auth-tba";
import { log } from "@/lib/log";
import type { NetSuiteCredentials } from "@/lib/destinations/netsuite/credentials";
import { type RequestSlots, slotsFor } from "@/lib/destinations/netsuite/request-slots";
import type { RestletClient } from "@/lib/destinations/netsuite/restlet-client";
import { type BoundTo, openSecret } from "@/lib/secrets/secret-box";

/**
 * Which NetSuite account a tenant's requests go to: its own, or the environment's for the one tenant that this belongs
 * to. A tenant without an account reads and writes nothing; no request ever goes to another tenant's.
 */
export interface NetSuiteAccounts {
  /** The account in use. Null: the tenant has none. `own`: the tenant's own, from a caller that has just read it. */
  of(tenantId: number, own?: OwnAccount | null): Promise<NetSuiteAccount | null>;
  /** The account of a request that left before, also if it is out of use. Null: nobody can ask it any more. */
  byKey(tenantId: number, key: string): Promise<RestletClient | null>;
  /** Whether the environment's account serves this tenant, which then needs none of its own. */
  usesEnvironmentAccount(tenantId: number): Promise<boolean>;
  /** Whether another tenant uses the same account, so that a write of this one changes data of that one. */
  isShared(tenantId: number): Promise<boolean>;
  close(): void;
}

export interface NetSuiteAccount {
  /** `1234567_SB1`; stands on each push that went there, whoever's credentials signed it. */
  key: string;
  client: RestletClient;
}

/** A tenant's live row; null where it has none of its own. */
export type OwnAccount = Pick<AccountRow, "id" | "account">;

interface AccountsOptions {
  database: Database;
  environment: { account: string; client: RestletClient; tenantSlug: string | null; servesAll: boolean };
  /** Requests in flight to one account, whoever's credentials sign them. */
  maxConcurrency: number;
  openClient: (account: string, credentials: NetSuiteCredentials, slots: RequestSlots) => RestletClient;
}

export const sealBoundTo = (tenantId: number): BoundTo => `netsuite-account:${tenantId}`;

/** A tenant changes its account now and then; the client of the last one is asked by probes for a while. */
const CLIENTS_MAX = 200;

/** Opens tenants' accounts on demand and keeps their clients. */
export function createNetSuiteAccounts(options: AccountsOptions): NetSuiteAccounts {
  const { database, environment } = options;
  const environmentKey = accountRealm(environment.account);
  const clients = new Map<string, RestletClient>();

  const clientOf = async (tenantId: number, row: OwnAccount) => {
    const key = `${tenantId}:${row.id}`;
    const open = clients.get(key);
    if (open) return open;
    const credentials = await credentialsOf(database, tenantId, row.id);
    if (!credentials) return null;
    const slots = slotsFor(row.account, options.maxConcurrency);
    const client = options.openClient(row.account, credentials, slots);
    const [oldest] = clients.keys();
    if (clients.size >= CLIENTS_MAX && oldest !== undefined) clients.delete(oldest);
    clients.set(key, client);
    return client;
  };

  const usesEnvironmentAccount = async (tenantId: number): Promise<boolean> => {
    if (environment.servesAll) return true;
    if (environment.tenantSlug === null) return (await listTenantIds(database))[0] === tenantId;
    return (await inTenant(database, tenantId, (tx) => readOwnSlug(tx, tenantId))) === environment.tenantSlug;
  };

  const of = async (tenantId: number, known?: OwnAccount | null): Promise<NetSuiteAccount | null> => {
    const own =
      known === undefined
        ? await inTenantPrepared(database, tenantId, (tx) => readLiveAccount(tx, tenantId))
        : known;
    if (own) {
      const client = await clientOf(tenantId, own);
      return client && { key: own.account, client };
    }
    return (await usesEnvironmentAccount(tenantId))
      ? { key: environmentKey, client: environment.client }
      : null;
  };

  return {
    of,
    usesEnvironmentAccount,
    async isShared(tenantId) {
      const key = (await of(tenantId))?.key;
      if (key === undefined) return false;
      if (key === environmentKey && !(await usesEnvironmentAccount(tenantId))) return true;
      return inTenant(database, tenantId, (tx) => sharesAccount(tx, key));
    },
    async byKey(tenantId, key) {
      const own = await inTenant(database, tenantId, (tx) => findCredentialsFor(tx, tenantId, key));
      if (own) return clientOf(tenantId, own);
      return key === environmentKey && (await usesEnvironmentAccount(tenantId)) ? environment.client : null;
    },
    close() {
      for (const client of clients.values()) client.close();
    },
  };
}

/** Null, and a line in the log, where they do not open: sealed with another key, or for another tenant. */
async function credentialsOf(
  database: Database,
  tenantId: number,
  id: number,
): Promise<NetSuiteCredentials | null> {
  const row = await inTenant(database, tenantId, (tx) => readSealed(tx, tenantId, id));
  if (!row) return null;
  try {
    return JSON.parse(openSecret(row.sealed, sealBoundTo(tenantId))) as NetSuiteCredentials;
  } catch {
    log.error({ tenantId, netsuiteAccountId: id }, "The credentials of a NetSuite account do not open");
    return null;
  }
}

/** `accounts` null: one account serves every tenant, as in the demo. */
interface AccountSources extends Destinations {
  netsuite: RestletClient;
  accounts: NetSuiteAccounts | null;
}

/** Where a tenant's own account stands in the way of nothing: a key of null is that of the one account. */
export async function accountOf(
  { netsuite, accounts }: AccountSources,
  tenantId: number,
  own?: OwnAccount | null,
): Promise<{ key: string | null; client: RestletClient } | null> {
  return accounts ? accounts.of(tenantId, own) : { key: null, client: netsuite };
}

/** @throws AppError no_netsuite_account 409, saying what to set. */
export async function requireAccount(reach: AccountSources, tenantId: number): Promise<void> {
  if ((await accountOf(reach, tenantId)) === null) throw noAccount();
}

/** The refusal for a company without a NetSuite account. */
export function noAccount(): AppError {
  return new AppError(
    "no_netsuite_account",
    "Your company has no NetSuite account here yet. An administrator sets its credentials on the page NetSuite.",
  );
}

const nowhere = { kind: "error", code: "NO_NETSUITE_ACCOUNT", phase: "before_send" } as const;

/** Reads of the tenant's account. Each reading of a record names the account in its facts, so that a write goes to no other. */
export function netSuiteReaderOf(
  reach: AccountSources,
  tenantId: number,
): Pick<RestletClient, "read" | "readMany" | "search"> {
  if (!reach.accounts) return reach.netsuite;
  const open = () => accountOf(reach, tenantId);
  return {
    async read(request, asker) {
      const account = await open();
      if (!account) return classifyReadResponse(nowhere);
      const outcome = await account.client.read(request, asker);
      return named(outcome, account.key);
    },
    async readMany(requests, asker) {
      const account = await open();
      if (!account) return requests.map(() => classifyReadResponse(nowhere));
      return (await account.client.readMany(requests, asker)).map((outcome) => named(outcome, account.key));
    },
    async search(request, asker) {
      const account = await open();
      return account ? account.client.search(request, asker) : classifySearchResponse(nowhere);
    },
  };
}

type Outcome = Awaited<ReturnType<RestletClient["read"]>>;

const named = (outcome: Outcome, key: string | null): Outcome =>
  outcome.class === "read" && key !== null
    ? { ...outcome, facts: { ...outcome.facts, netsuite_account: key } }
    : outcome;

/** Reads of a destination by its name. */
export function destinationReaderOf(
  reach: AccountSources,
  tenantId: number,
  name: DestinationName,
): Destination["read"] {
  return name === "netsuite"
    ? netSuiteReaderOf(reach, tenantId).read
    : destinationFor(reach, tenantId, name).read;
}

/** Asks the account that the write went to, whatever account the tenant has by now. */
export function probeOfPush(
  reach: AccountSources,
  tenantId: number,
  { destination, netsuiteAccount }: { destination: DestinationName; netsuiteAccount: string | null },
): Destination["probe"] {
  if (destination !== "netsuite") return destinationFor(reach, tenantId, destination).probe;
  return async (request) => {
    const { accounts, netsuite } = reach;
    const client = !accounts
      ? netsuite
      : netsuiteAccount === null
        ? ((await accounts.of(tenantId))?.client ?? null)
        : await accounts.byKey(tenantId, netsuiteAccount);
    return client ? client.probe(request) : classifyProbeResponse(nowhere);
  };
}
