import type { Operation } from "./operation";

export interface Match {
  /** Operations by method, in capitals. */
  operations: ReadonlyMap<string, Operation>;
  /** The address's own names, decoded: `{ id: "8421" }`. */
  inPath: Readonly<Record<string, string>>;
}

/** Finds the operations of an address. A path without names goes before one with names, as in Next's own router. */
export function routeTableOf(operations: Iterable<Operation>): (pathname: string) => Match | null {
  const byPath = new Map<string, Map<string, Operation>>();
  for (const operation of operations) {
    const methods = byPath.get(operation.path) ?? new Map<string, Operation>();
    byPath.set(operation.path, methods.set(operation.method.toUpperCase(), operation));
  }
  const patterns = [...byPath]
    .filter(([path]) => path.includes("{"))
    .map(([path, methods]) => ({ parts: path.split("/"), methods }));
  return (pathname) => {
    const exact = byPath.get(pathname);
    if (exact) return { operations: exact, inPath: {} };
    const parts = pathname.split("/");
    for (const pattern of patterns) {
      const inPath = namesIn(pattern.parts, parts);
      if (inPath) return { operations: pattern.methods, inPath };
    }
    return null;
  };
}

/** Null where the path does not fit the pattern. */
function namesIn(pattern: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (pattern.length !== parts.length) return null;
  const names: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const name = /^\{(\w+)\}$/.exec(pattern[index]!)?.[1];
    if (name === undefined ? part !== pattern[index] : part === "") return null;
    if (name !== undefined) names[name] = decoded(part);
  }
  return names;
}

/** Text with a wrong escape is left unchanged; no field accepts it. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
