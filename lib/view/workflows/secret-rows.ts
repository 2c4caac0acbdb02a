import type { WorkflowSecrets } from "@/lib/contract/workflows/secrets";

interface SecretRow {
  name: string;
  /** Null: nobody has set it. */
  set: WorkflowSecrets["items"][number] | null;
  /** The version in view asks for it. */
  isNamed: boolean;
}

/** The secrets that a version names in their order, and behind them those that were set for others. */
export function secretRowsOf(named: readonly string[], items: WorkflowSecrets["items"]): SecretRow[] {
  const others = items.map(({ name }) => name).filter((name) => !named.includes(name));
  return [...named, ...others].map((name) => ({
    name,
    set: items.find((item) => item.name === name) ?? null,
    isNamed: named.includes(name),
  }));
}
