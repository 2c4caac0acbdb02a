import { CONFLICTS_NAMED_MAX } from "@/lib/core/action/proposed-action";
import type { SetValue } from "./set-values";

type Setter = Pick<SetValue, "place" | "namedPlace" | "value">;

/**
 * For each action, by its id, the others that set another value at one of its places, in the order of their ids: twenty of them at
 * most. An action without any is not in the map. Places compare as `conflicts_of` of the database compares them: by NetSuite's ids, and by names
 * where one of the two was never read.
 */
export function conflictsAmong(values: ReadonlyMap<number, readonly Setter[]>): Map<number, number[]> {
  const sets = [...values]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([id, own]) => own.map((value) => ({ ...value, id })));
  const read = sets.filter(({ place }) => place !== null);
  const unread = sets.filter(({ place }) => place === null);
  const byPlace = groupedBy(read, ({ place }) => place!);
  const unreadByName = groupedBy(unread, ({ namedPlace }) => namedPlace);
  const byName = groupedBy(sets, ({ namedPlace }) => namedPlace);
  const found = new Map<number, Set<number>>();
  for (const one of sets) {
    const beside =
      one.place === null
        ? [byName.get(one.namedPlace)]
        : [byPlace.get(one.place), unreadByName.get(one.namedPlace)];
    for (const group of beside) if (group) addOthers(found, one, group);
  }
  return new Map([...found].map(([id, others]) => [id, [...others].toSorted((a, b) => a - b)]));
}

/** The ids at one place, by the value that they set there. */
type Group = Map<string, Set<number>>;

function groupedBy<T extends Setter & { id: number }>(sets: readonly T[], keyOf: (one: T) => string) {
  const groups = new Map<string, Group>();
  for (const one of sets) {
    const group: Group = groups.get(keyOf(one)) ?? new Map();
    groups.set(keyOf(one), group.set(one.value, (group.get(one.value) ?? new Set()).add(one.id)));
  }
  return groups;
}

/** Stops at the twentieth: 500 rolls of 500 lines each would otherwise compare every line with every other. */
function addOthers(
  found: Map<number, Set<number>>,
  { id, value }: Setter & { id: number },
  group: Group,
): void {
  for (const [otherValue, ids] of group) {
    if (otherValue === value) continue;
    for (const other of ids) {
      const others = found.get(id) ?? new Set();
      if (others.size >= CONFLICTS_NAMED_MAX) return;
      if (other !== id) found.set(id, others.add(other));
    }
  }
}
