import type { Gateway } from "./context";

const KEPT_MAX = 2_000;

interface Entry<Value> {
  value: Value;
  /** Milliseconds since 1970, by the gateway's clock. */
  until: number;
}
type Entries = Map<string, Entry<unknown>>;

/** On globalThis: Next gives pages and routes separate instances of this module. */
const holder = globalThis as typeof globalThis & {
  countersignKept?: WeakMap<object, Map<string, Entries>>;
};
const byDatabase = (holder.countersignKept ??= new WeakMap());

/**
 * A cache in this process, per database, whose values may be `forMs` milliseconds old; null is a value too. `name` separates one
 * kind of value from another.
 */
export function shortLivedCache<Value>(name: string, forMs: number) {
  const entriesOf = ({ database }: Gateway) => {
    const kinds = byDatabase.get(database) ?? new Map<string, Entries>();
    byDatabase.set(database, kinds);
    const entries = (kinds.get(name) ?? new Map()) as Map<string, Entry<Value>>;
    kinds.set(name, entries);
    return entries;
  };
  const entryOf = (key: string, gateway: Gateway): Entry<Value> | null => {
    const entry = entriesOf(gateway).get(key);
    const now = gateway.clock.now().getTime();
    // The upper bound drops entries whose time would be extended by a clock that was set back.
    return entry && entry.until > now && entry.until <= now + forMs ? entry : null;
  };
  const keep = (key: string, value: Value, gateway: Gateway): void => {
    const entries = entriesOf(gateway);
    if (entries.size >= KEPT_MAX) entries.clear();
    entries.set(key, { value, until: gateway.clock.now().getTime() + forMs });
  };
  return {
    find: (key: string, gateway: Gateway): Value | null => entryOf(key, gateway)?.value ?? null,
    keep,
    /** The cached value, or the result of `read`, which is then cached. */
    async get(key: string, gateway: Gateway, read: () => Promise<Value>): Promise<Value> {
      const kept = entryOf(key, gateway);
      if (kept !== null) return kept.value;
      const value = await read();
      keep(key, value, gateway);
      return value;
    },
    forget: (key: string, gateway: Gateway): void => void entriesOf(gateway).delete(key),
  };
}
