import type { Path } from "./problem";

type Schema = Readonly<Record<string, unknown>>;

interface Part {
  schema: unknown;
  path: Path;
}

/**
 * The `$ref` by which a JSON Schema leads back to itself for one and the same value, as `p` does that is a `q` that is a `p`: no check
 * of a value would end. One that comes again further down, in a property or an item, ends with the value. Null: there is none.
 */
export function endlessReference(root: Schema): Path | null {
  const definitions = new Map(
    ["definitions", "$defs"].flatMap((word) =>
      Object.entries(objectOf(root[word])).map(([name, schema]): [string, Part] => [
        name,
        { schema, path: [word, name] },
      ]),
    ),
  );
  const targetOf = (ref: unknown): Part | undefined => {
    if (typeof ref !== "string") return undefined;
    const [, , name] = ref.split("/");
    if (name === undefined) return { schema: root, path: [] };
    return definitions.get(name.replaceAll("~1", "/").replaceAll("~0", "~"));
  };
  const open = new Set<unknown>();
  const done = new Set<unknown>();
  const leadsBack = ({ schema, path }: Part): Path | null => {
    if (typeof schema !== "object" || schema === null || done.has(schema)) return null;
    const { $ref: ref } = schema as Schema;
    const target = targetOf(ref);
    open.add(schema);
    if (target && open.has(target.schema)) return [...path, "$ref"];
    const found = firstOf([...(target ? [target] : []), ...partsOf(schema as Schema, path)], leadsBack);
    open.delete(schema);
    done.add(schema);
    return found;
  };
  return firstOf([{ schema: root, path: [] }, ...definitions.values()], leadsBack);
}

/** The parts that look at the same value as the schema. */
const partsOf = (schema: Schema, path: Path): Part[] =>
  ["allOf", "anyOf", "oneOf"].flatMap((word) => {
    const some = schema[word];
    return Array.isArray(some)
      ? some.map((one: unknown, index) => ({ schema: one, path: [...path, word, index] }))
      : [];
  });

function firstOf(parts: readonly Part[], find: (part: Part) => Path | null): Path | null {
  for (const part of parts) {
    const found = find(part);
    if (found) return found;
  }
  return null;
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
