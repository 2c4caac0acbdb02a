/** The changes in the order in which a new record reads. A field that the order does not name comes before the last: nothing is left out. */
export function orderedAs<Change extends { field: string }>(
  letter: readonly string[],
  changes: readonly Change[],
): Change[] {
  const named = letter.flatMap((field) => changes.filter((change) => change.field === field));
  const others = changes.filter((change) => !named.includes(change));
  return [...named.slice(0, -1), ...others, ...named.slice(-1)];
}
