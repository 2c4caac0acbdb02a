type Schema = Readonly<Record<string, unknown>>;

/**
 * True for a JSON Schema in which references lead back to themselves for one and the same value, as `p` does that is a `q` that is a
 * `p`: no check of a value would end. One that comes again further down, in a property or an item, ends with the value.
 */
export function hasEndlessReference(root: Schema): boolean {
  const definitions = { ...objectOf(root.definitions), ...objectOf(root.$defs) };
  const targetOf = (ref: unknown): unknown => {
    if (typeof ref !== "string") return undefined;
    const [, , name] = ref.split("/");
    if (name === undefined) return root;
    return definitions[name.replaceAll("~1", "/").replaceAll("~0", "~")];
  };
  const open = new Set<unknown>();
  const done = new Set<unknown>();
  const leadsBack = (schema: unknown): boolean => {
    if (typeof schema !== "object" || schema === null || done.has(schema)) return false;
    if (open.has(schema)) return true;
    open.add(schema);
    const found = sameValueIn(schema as Schema, targetOf).some(leadsBack);
    open.delete(schema);
    done.add(schema);
    return found;
  };
  return [root, ...Object.values(definitions)].some(leadsBack);
}

/** The schemas that look at the same value as this one. */
const sameValueIn = (schema: Schema, targetOf: (ref: unknown) => unknown): unknown[] => [
  targetOf(schema.$ref),
  ...[schema.allOf, schema.anyOf, schema.oneOf].flatMap((some): unknown[] =>
    Array.isArray(some) ? some : [],
  ),
];

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
