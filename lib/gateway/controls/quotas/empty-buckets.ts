import { type Bucket, type QuotaTaken, takeQuotas } from "@/db/queries/controls/quotas";
import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";

/**
 * Remembers quota buckets that this process found empty, and for at most a second refuses further tries of that asker without a query.
 * The tries of one asker query the database one after the other, so that a flood uses one connection of the pool.
 */

export const KEPT_MS_MAX = 1_000;
/** Longer than the database's statement timeout: after this time the connection is dead and no answer will come. */
export const ASK_MS_MAX = 35_000;
const RETRY_SECONDS = 2;
const ASKERS_MAX = 2_000;

interface Asker {
  /** The last query of this asker, running or waiting. */
  last: Promise<unknown>;
  waiting: number;
  /** In ms since 1970 by the gateway's clock. Tries are refused from memory until `until`. Null: the bucket is not empty. */
  empty: { from: number; until: number; triesAgainAt: number } | null;
}

/** Askers by database. On globalThis, because Next gives pages and routes separate instances of this module. */
const holder = globalThis as typeof globalThis & { countersignAskers?: WeakMap<object, Map<string, Asker>> };
const byDatabase = (holder.countersignAskers ??= new WeakMap());

/**
 * Takes from the buckets as `takeQuotas` does, one try of an asker at a time. The first bucket is the asker's own.
 * @throws AppError unavailable 503 if the database does not answer in time; the asker's later tries then go on.
 */
export async function takeQuotasInTurn(
  tenantId: number,
  buckets: readonly [Bucket, ...Bucket[]],
  gateway: Gateway,
): Promise<QuotaTaken> {
  const askers = askersOf(gateway);
  const key = keyOf(tenantId, buckets[0]);
  const asker = askers.get(key) ?? { last: Promise.resolve(), waiting: 0, empty: null };
  const refusal = refusalOf(asker, gateway);
  if (refusal) return refusal;
  if (!askers.has(key) && askers.size >= ASKERS_MAX) forgetIdle(askers);
  askers.set(key, asker);
  asker.waiting += 1;
  const turn = asker.last.then(() => refusalOf(asker, gateway) ?? ask(asker, tenantId, buckets, gateway));
  asker.last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    asker.waiting -= 1;
    if (asker.waiting === 0 && asker.empty === null) askers.delete(key);
  }
}

/** The refusal of a try from a bucket that this process found empty within the last second. Null: ask the database. */
export function findEmpty(tenantId: number, bucket: Bucket, gateway: Gateway): QuotaTaken | null {
  const asker = askersOf(gateway).get(keyOf(tenantId, bucket));
  return asker ? refusalOf(asker, gateway) : null;
}

/** Includes the limit, so that a raised limit counts at once. */
const keyOf = (tenantId: number, { asker, perMinute }: Bucket) => `${tenantId} ${asker} ${perMinute}`;

function askersOf({ database }: Gateway): Map<string, Asker> {
  const askers = byDatabase.get(database) ?? new Map<string, Asker>();
  byDatabase.set(database, askers);
  return askers;
}

async function ask(
  asker: Asker,
  tenantId: number,
  buckets: readonly Bucket[],
  gateway: Gateway,
): Promise<QuotaTaken> {
  const taken = await inTime(takeQuotas(gateway.database, tenantId, buckets));
  asker.empty = taken.refusedAt === 1 ? emptyFor(taken.retrySeconds! * 1_000, gateway) : null;
  return taken;
}

function emptyFor(waitMs: number, { clock }: Gateway): Asker["empty"] {
  const from = clock.now().getTime();
  return { from, until: from + Math.min(waitMs, KEPT_MS_MAX), triesAgainAt: from + waitMs };
}

async function inTime(asking: Promise<QuotaTaken>): Promise<QuotaTaken> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(unanswered()), ASK_MS_MAX);
  });
  // After the timeout no code awaits the query: without this its failure would be an unhandled rejection.
  asking.catch(() => undefined);
  return Promise.race([asking, late]).finally(() => clearTimeout(timer));
}

const unanswered = () =>
  new AppError("unavailable", "The database does not answer. Try again in a moment.", {
    retryAfterSeconds: RETRY_SECONDS,
  });

/** Null: ask the database, also if the clock was set back. */
function refusalOf({ empty }: Asker, { clock }: Gateway): QuotaTaken | null {
  if (empty === null) return null;
  const now = clock.now().getTime();
  if (now < empty.from || now >= empty.until) return null;
  return {
    remaining: null,
    refusedAt: 1,
    retrySeconds: Math.ceil((empty.triesAgainAt - now) / 1_000),
  };
}

function forgetIdle(askers: Map<string, Asker>): void {
  for (const [key, { waiting }] of askers) if (waiting === 0) askers.delete(key);
}
