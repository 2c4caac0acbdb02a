import { randomUUID } from "node:crypto";
import type { Database, Subscription } from "./client";

/**
 * Tells other processes that something of a tenant changed. Sent after commit, never inside a deciding transaction:
 * a notify there takes a lock that every other commit waits for.
 */
const channel = "countersign_changes";

/** A process hears its own notice within this time, or it hears none. */
const hearingMsMax = 1_500;
/** While somebody waits, hearing is checked this often: a connection may be lost without a word. */
const checkEveryMs = 15_000;

export async function publishChange(database: Database, tenantId: number): Promise<void> {
  await database.sql`SELECT pg_notify(${channel}, ${String(tenantId)})`;
}

type Wake = () => void;
interface Ear {
  byTenant: Map<number, Set<Wake>>;
  /** Notices that this process has sent to itself, by their text. */
  checks: Map<string, Wake>;
  /** Null: not connected, or the last try failed. */
  connection: Promise<Subscription | null> | null;
  checkedAtMs: number;
}
const holder = globalThis as typeof globalThis & { countersignEars?: WeakMap<Database, Ear> };

/**
 * Resolves at the tenant's next change, or after `waitMs` at the latest; never rejects. One LISTEN connection serves the
 * whole process. While there is none, every wait takes its whole time, and the next wait tries to connect again. A change
 * between the caller's read and this call would be missed, so take the promise first and read afterwards.
 */
export function nextChange(
  database: Database,
  tenantId: number,
  waitMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const ear = earOf(database);
  return new Promise<void>((resolve) => {
    const set = ear.byTenant.get(tenantId) ?? new Set<Wake>();
    ear.byTenant.set(tenantId, set);
    const finish = () => {
      clearTimeout(timer);
      set.delete(finish);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, waitMs);
    set.add(finish);
    signal?.addEventListener("abort", finish, { once: true });
    if (!ear.connection) void connect(database, ear);
    else if (Date.now() - ear.checkedAtMs > checkEveryMs) void isListening(database);
  });
}

/** Checks whether this process hears changes, by sending a notice to itself. Replaces a connection that hears nothing. */
export async function isListening(database: Database): Promise<boolean> {
  const ear = earOf(database);
  ear.checkedAtMs = Date.now();
  const connection = connect(database, ear);
  const listening = await connection;
  if (!listening) return false;
  const check = `check:${randomUUID()}`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = new Promise<boolean>((resolve) => {
    ear.checks.set(check, () => resolve(true));
    timer = setTimeout(() => resolve(false), hearingMsMax);
  });
  const sent = database.sql`SELECT pg_notify(${channel}, ${check})`.then(
    () => heard,
    () => false,
  );
  const isHeard = await sent;
  clearTimeout(timer);
  ear.checks.delete(check);
  if (!isHeard && ear.connection === connection) {
    ear.connection = null;
    void listening.end();
  }
  return isHeard;
}

function earOf(database: Database): Ear {
  holder.countersignEars ??= new WeakMap();
  let ear = holder.countersignEars.get(database);
  if (!ear) {
    ear = { byTenant: new Map(), checks: new Map(), connection: null, checkedAtMs: 0 };
    holder.countersignEars.set(database, ear);
  }
  return ear;
}

function connect(database: Database, ear: Ear): Promise<Subscription | null> {
  ear.connection ??= database
    .listen(channel, (payload) => {
      ear.checks.get(payload)?.();
      for (const wake of ear.byTenant.get(Number(payload)) ?? []) wake();
    })
    .then(
      (listening) => {
        ear.checkedAtMs = Date.now();
        // Changes before this moment were not heard: everybody who waits looks again.
        for (const set of ear.byTenant.values()) for (const wake of set) wake();
        return listening;
      },
      () => {
        ear.connection = null;
        return null;
      },
    );
  return ear.connection;
}
