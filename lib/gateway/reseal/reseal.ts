import { type Database, type TenantTransaction, inTenant } from "@/db/client";
import { listWaiting } from "@/db/queries/ledger/checkpoints";
import { listAllTenants } from "@/db/queries/people/sealed";
import { listSealedActions } from "@/db/queries/pushes/pushes";
import { listOpenRuns } from "@/db/queries/workflows/runs";
import { findSeal } from "@/lib/gateway/ledger/seals/event-seals";
import { intakeNeedsPreviousKey } from "@/lib/gateway/ledger/seals/intake-seal";
import { findRunKey } from "@/lib/gateway/ledger/seals/run-seal";
import { needsPreviousKey } from "@/lib/gateway/ledger/seals/vote-seal";
import { type KeyRing, keyIdOf } from "@/lib/secrets/key-ring";
import { HELD_KINDS } from "./held-tokens";
import { SEALED_KINDS, type SealedKindName } from "./kinds";

/** Both keys: without the one from before nothing can be proved genuine. */
export interface ChangingKeys extends KeyRing {
  previous: Buffer;
}

interface Options {
  database: Database;
  keys: ChangingKeys;
  /** Values of one transaction. */
  batchMax?: number;
}

const BATCH_MAX = 200;
const HOLDERS_MAX = 1_000;
/** A report names so many of a kind; the counts are whole. */
const NAMED_MAX = 50;
const KIND_NAMES = Object.keys(SEALED_KINDS) as SealedKindName[];

export interface SealedCount {
  current: number;
  previous: number;
  /** Values that neither key made: they count for nothing, and nobody seals them. */
  unproven: number;
  /** `tenant/kind subject id`. */
  unprovenNames: string[];
}

export interface KeyReport {
  sealed: Record<SealedKindName, SealedCount>;
  /** In the order of HELD_KINDS: who holds tokens that are stored under the previous key. */
  held: { holder: string; tokens: number; tenant: string }[][];
  /** Actions that wait for a decision or a write, of which the proposal or a vote counts under the previous key alone. */
  actions: number;
  actionNames: string[];
  /** Runs that have not ended and were begun under the previous key: none of their steps is done without it. */
  runs: number;
  runNames: string[];
  /** Events with a seal under the previous key, for which no checkpoint vouches yet. */
  events: number;
  /** How much needs the previous key. 0: it can be removed. */
  left: number;
}

/**
 * Seals every value again that proves genuine under the previous key, tenant by tenant. It may be ended at any moment and
 * begun again, twice at once and beside the running app: a value that changed meanwhile is left as it is.
 * @returns how many were sealed again.
 */
export async function resealAll({ database, keys, batchMax = BATCH_MAX }: Options): Promise<number> {
  let resealed = 0;
  for (const { id: tenantId } of await tenantsOf(database)) {
    for (const name of KIND_NAMES)
      await forEachBatch(
        batchMax,
        (page) =>
          inTenant(database, tenantId, async (tx) => {
            const values = await SEALED_KINDS[name].list(tx, { tenantId, ...page });
            for (const value of values)
              if (value.under(keys) === "previous" && (await value.reseal(tx, keys))) resealed += 1;
            return values;
          }),
        () => {},
      );
  }
  return resealed;
}

/** Counts what is under which key. It writes nothing. */
export async function checkKeys({ database, keys, batchMax = BATCH_MAX }: Options): Promise<KeyReport> {
  const report: KeyReport = {
    sealed: Object.fromEntries(KIND_NAMES.map((name) => [name, noValues()])) as KeyReport["sealed"],
    held: HELD_KINDS.map(() => []),
    actions: 0,
    actionNames: [],
    runs: 0,
    runNames: [],
    events: 0,
    left: 0,
  };
  for (const tenant of await tenantsOf(database)) {
    const read = <T>(work: (tx: TenantTransaction) => Promise<T>) => inTenant(database, tenant.id, work);
    await countSealed(report, tenant, read, { keys, batchMax });
    await countActions(report, tenant, read, { keys, batchMax });
    await countRuns(report, tenant, read, { keys, batchMax });
    await countEvents(report, tenant, read, { keys, batchMax });
    const under = { tenantId: tenant.id, keyId: keyIdOf(keys.previous), limit: HOLDERS_MAX };
    for (const [index, { list }] of HELD_KINDS.entries())
      report.held[index]!.push(
        ...(await read((tx) => list(tx, under))).map((row) => ({ ...row, tenant: tenant.slug })),
      );
  }
  report.left =
    report.actions +
    report.runs +
    report.events +
    sum(Object.values(report.sealed).map(({ previous }) => previous)) +
    sum(report.held.flat().map(({ tokens }) => tokens));
  return report;
}

interface Tenant {
  id: number;
  slug: string;
}
type Read = <T>(work: (tx: TenantTransaction) => Promise<T>) => Promise<T>;
type Scope = Pick<Required<Options>, "keys" | "batchMax">;

async function countSealed(
  report: KeyReport,
  tenant: Tenant,
  read: Read,
  { keys, batchMax }: Scope,
): Promise<void> {
  for (const name of KIND_NAMES) {
    const { list, subject } = SEALED_KINDS[name];
    const count = report.sealed[name];
    await forEachBatch(
      batchMax,
      (page) => read((tx) => list(tx, { tenantId: tenant.id, ...page })),
      (value) => {
        const under = value.under(keys) ?? "unproven";
        count[under] += 1;
        if (under === "unproven") nameIn(count.unprovenNames, `${subject} ${value.id} of ${tenant.slug}`);
      },
    );
  }
}

async function countActions(
  report: KeyReport,
  { id: tenantId, slug }: Tenant,
  read: Read,
  { keys, batchMax }: Scope,
): Promise<void> {
  await forEachBatch(
    batchMax,
    (page) => read((tx) => listSealedActions(tx, { tenantId, ...page })),
    (row) => {
      const action = { ...row, tenantId, actionId: row.id };
      if (!needsPreviousKey(action, keys) && !intakeNeedsPreviousKey(action, row.intakeSeals, keys)) return;
      report.actions += 1;
      nameIn(report.actionNames, `${row.id} of ${slug}`);
    },
  );
}

async function countRuns(
  report: KeyReport,
  { id: tenantId, slug }: Tenant,
  read: Read,
  { keys, batchMax }: Scope,
): Promise<void> {
  await forEachBatch(
    batchMax,
    (page) => read((tx) => listOpenRuns(tx, { tenantId, ...page })),
    (run) => {
      if (findRunKey({ ...run, tenantId }, run.seal, keys) !== "previous") return;
      report.runs += 1;
      nameIn(report.runNames, `${run.id} of ${slug}`);
    },
  );
}

async function countEvents(
  report: KeyReport,
  { id: tenantId }: Tenant,
  read: Read,
  { keys, batchMax }: Scope,
): Promise<void> {
  await forEachBatch(
    batchMax,
    (page) => read((tx) => listWaiting(tx, tenantId, page)),
    ({ bodyText }) => {
      if (findSeal(tenantId, bodyText, keys) === "previous") report.events += 1;
    },
  );
}

/** The first few are named. */
function nameIn(names: string[], name: string): void {
  if (names.length < NAMED_MAX) names.push(name);
}

/** Goes through a list by its ids until a page is not full. */
async function forEachBatch<Row extends { id: number }>(
  limit: number,
  list: (page: { afterId: number; limit: number }) => Promise<Row[]>,
  take: (row: Row) => void,
): Promise<void> {
  let afterId = 0;
  for (;;) {
    const rows = await list({ afterId, limit });
    rows.forEach(take);
    if (rows.length < limit) return;
    afterId = rows.at(-1)!.id;
  }
}

/** No tenant is named here: the transaction reads their list alone. */
const tenantsOf = (database: Database): Promise<Tenant[]> => inTenant(database, 0, listAllTenants);

const noValues = (): SealedCount => ({ current: 0, previous: 0, unproven: 0, unprovenNames: [] });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
