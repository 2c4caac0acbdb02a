import type { ActionSummary } from "@/lib/contract/actions/action-view";
import { RISK_TIERS, tierLabel } from "@/lib/core/action/risk-tier";
import { INBOX_PATH } from "@/lib/view/views";
import { countWords, plainWords } from "@/lib/view/words";

/** A place that the palette leads to. */
export interface Entry {
  key: string;
  name: string;
  /** The kind of the entry, and the number of actions that wait there. */
  note: string;
  href: string;
}

/** A kind of entry at most: whoever looks for another one types on. */
const shownMax = 5;

const inboxBy = (name: string, value: string): string =>
  `${INBOX_PATH}?${new URLSearchParams({ [name]: value })}`;

/** The records, customers and agents of these waiting actions whose names hold the text, the most frequent first. */
export function foundIn(items: readonly ActionSummary[], query: string): Entry[] {
  const text = query.toLowerCase();
  const matches = (...names: string[]) => names.some((name) => name.toLowerCase().includes(text));
  const counted = (kind: string, entries: (Omit<Entry, "note"> | null)[]) => {
    const counts = new Map<string, { entry: Omit<Entry, "note">; count: number }>();
    for (const entry of entries) {
      if (!entry) continue;
      const before = counts.get(entry.key);
      counts.set(entry.key, { entry, count: (before?.count ?? 0) + 1 });
    }
    return [...counts.values()]
      .toSorted((a, b) => b.count - a.count)
      .slice(0, shownMax)
      .map(({ entry, count }) => ({ ...entry, note: `${kind} · ${countWords(count, "action")} found` }));
  };
  const records = items.map(({ entity_type: type, entity_ref: ref, subject, redacted }) => {
    const name = redacted ? ref : subject;
    const isOwnName = name === ref;
    return matches(ref, name)
      ? {
          key: `record ${type} ${ref}`,
          name: isOwnName ? name : `${name} (${plainWords(type)} ${ref})`,
          href: inboxBy("q", ref),
        }
      : null;
  });
  const customers = items.map(({ customer }) =>
    customer !== null && matches(customer)
      ? {
          key: `customer ${customer}`,
          name: customer,
          href: inboxBy("customer", customer),
        }
      : null,
  );
  const agents = items.map(({ agent }) =>
    matches(agent) ? { key: `agent ${agent}`, name: agent, href: inboxBy("agent", agent) } : null,
  );
  return [...counted("Record", records), ...counted("Customer", customers), ...counted("Agent", agents)];
}

/** The inbox narrowed to one tier, the highest first. */
export const TIER_FILTERS: readonly Entry[] = RISK_TIERS.toReversed().map((tier) => ({
  key: `tier ${tier}`,
  name: `Only ${tierLabel(tier)}`,
  note: "Filter of the inbox",
  href: inboxBy("tier", String(tier)),
}));
