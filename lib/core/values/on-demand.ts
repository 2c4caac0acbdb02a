/**
 * Makes a value when it is first asked for. A browser takes 15 ms of a slow machine to read patterns of Unicode's properties,
 * before a page answers its first key, and plain text needs none of them.
 */
export function onDemand<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
