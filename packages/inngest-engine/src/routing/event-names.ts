/** A trigger may end in a star: "order/*" listens to every event whose name begins with "order/". */
export function matchesName(pattern: string, name: string): boolean {
  return pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}
