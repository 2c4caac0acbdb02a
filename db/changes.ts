import type { Database } from "./client";

/**
 * Tells other processes that something of a tenant changed. Sent after commit, never inside a deciding transaction:
 * a notify there takes a lock that every other commit waits for.
 */
const channel = "countersign_changes";

export async function publishChange(database: Database, tenantId: number): Promise<void> {
  await database.sql`SELECT pg_notify(${channel}, ${String(tenantId)})`;
}

type Listener = () => void;
interface Listeners {
  byTenant: Map<number, Set<Listener>>;
  connecting: Promise<void> | null;
}
const holder = globalThis as typeof globalThis & { countersignListeners?: WeakMap<Database, Listeners> };

/**
 * Resolves at the tenant's next change, or after `waitMs` at the latest. One LISTEN connection serves the whole process.
 * A change between the caller's read and this call would be missed, so take the promise first and read afterwards.
 */
export async function nextChange(
  database: Database,
  tenantId: number,
  waitMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const listeners = await listen(database);
  await new Promise<void>((resolve) => {
    const set = listeners.byTenant.get(tenantId) ?? new Set<Listener>();
    listeners.byTenant.set(tenantId, set);
    const finish = () => {
      clearTimeout(timer);
      set.delete(finish);
      resolve();
    };
    const timer = setTimeout(finish, waitMs);
    set.add(finish);
    signal?.addEventListener("abort", finish, { once: true });
  });
}

async function listen(database: Database): Promise<Listeners> {
  holder.countersignListeners ??= new WeakMap();
  let listeners = holder.countersignListeners.get(database);
  if (!listeners) {
    listeners = { byTenant: new Map(), connecting: null };
    holder.countersignListeners.set(database, listeners);
  }
  const { byTenant } = listeners;
  listeners.connecting ??= database.sql
    .listen(channel, (tenantId) => {
      for (const tell of byTenant.get(Number(tenantId)) ?? []) tell();
    })
    .then(() => undefined);
  await listeners.connecting;
  return listeners;
}
