/** A secret or a webhook, as a workflow's text names it and as an administrator has set it. */
interface NamedRow<Item> {
  name: string;
  /** Null: nobody has set it. */
  set: Item | null;
  /** The version in view asks for it. */
  isNamed: boolean;
}

/** Those that a version names in their order, and behind them those that were set for others. */
export function namedRowsOf<Item extends { name: string }>(
  named: readonly string[],
  items: readonly Item[],
): NamedRow<Item>[] {
  const others = items.map(({ name }) => name).filter((name) => !named.includes(name));
  return [...named, ...others].map((name) => ({
    name,
    set: items.find((item) => item.name === name) ?? null,
    isNamed: named.includes(name),
  }));
}
