import { whyNoSchema } from "./check-by-schema";
import { TimeLimitError, withinTimeLimit } from "./time-limit";

/** A place within a JSON Schema: keys and indexes from its root. */
export type SchemaPath = readonly (string | number)[];

export interface SchemaFault {
  /** Empty: it is about the schema as a whole. */
  path: SchemaPath;
  /** A sentence without its full stop. */
  why: string;
}

type Json = Record<string, unknown>;

/** The most faults that are reported for one schema. */
const FAULTS_MAX = 20;

/**
 * Why this is no JSON Schema, and where: the keyword at fault, or the part that should be a schema. Empty: it is one. The library
 * throws at the first fault and does not say where, so each part is tried alone. Of one part its first fault is told.
 */
export function schemaFaults(schema: unknown): SchemaFault[] {
  const first = whyNoSchema(schema);
  if (first === null) return [];
  const faults: SchemaFault[] = [];
  if (isMap(schema)) findFaults(schema, faults);
  return faults.length > 0 ? faults : [{ path: [], why: first }];
}

/** Adds those of the parts. Where the time is over, the faults that were found are enough. */
function findFaults(root: Json, faults: SchemaFault[]): void {
  const open = partsOf(root);
  try {
    withinTimeLimit(() => {
      for (let part = open.shift(); part && faults.length < FAULTS_MAX; part = open.shift()) {
        const { node, path } = part;
        const why = whyNotAlone(node, root);
        if (why === null) continue;
        const within = isMap(node) ? wordAtFault(node, (rest) => whyNotAlone(rest, root) === why) : [];
        faults.push({ path: [...path, ...within], why });
      }
    });
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
  }
}

/** The keyword without which it would be mended, and its member; or the first that is at fault where nothing else stands. */
function wordAtFault(node: Json, isRefused: (rest: Json) => boolean): SchemaPath {
  // Without its `type` the others mean nothing.
  const words = Object.keys(node).toSorted((a, b) => Number(a === "type") - Number(b === "type"));
  const word =
    words.find((one) => !isRefused(without(node, one))) ??
    words.find((one) => isRefused({ [one]: node[one] }));
  if (word === undefined) return [];
  const value = node[word];
  if (Array.isArray(value)) {
    const index = value.findIndex((_, at) => !isRefused({ ...node, [word]: value.toSpliced(at, 1) }));
    return index < 0 ? [word] : [word, index];
  }
  const members = BY_NAME.has(word) && isMap(value) ? Object.keys(value) : [];
  const name = members.find((one) => !isRefused({ ...node, [word]: without(value as Json, one) }));
  return name === undefined ? [word] : [word, name];
}

/** Why it is refused, whatever its parts are and the definition that it refers to. */
function whyNotAlone(node: unknown, root: Json): string | null {
  const { $schema } = root;
  const [definition] = isMap(node) && typeof node.$ref === "string" ? definitionOf(root, node.$ref) : [];
  const [word = "$defs", name = ""] = definition?.path.map(String) ?? [];
  return whyNoSchema({
    ...($schema === undefined ? {} : { $schema }),
    ...(definition && { [word]: { [name]: {} } }),
    allOf: [alone(node)],
  });
}

/** Keywords whose values are schemas, or lists or maps of them: those that combine, and those that look into values of a type. */
const COMBINING = ["allOf", "anyOf", "oneOf"];
const INTO: Readonly<Record<string, readonly string[]>> = {
  object: ["properties", "patternProperties", "additionalProperties", "propertyNames"],
  array: ["items", "prefixItems", "additionalItems", "contains"],
};
const BY_NAME = new Set(["properties", "patternProperties"]);

/** The keywords of this schema below which the library looks for others. */
function wordsOf(node: Json): string[] {
  const looksInto = ["$ref", "enum", "const"].every((word) => node[word] === undefined);
  const types = looksInto ? [node.type].flat() : [];
  return [...COMBINING, ...types.flatMap((type) => INTO[String(type)] ?? [])];
}

function alone(node: unknown): unknown {
  if (!isMap(node)) return node;
  const words = new Set(wordsOf(node));
  return mapMembers(node, (word, value) => {
    if (!words.has(word)) return value;
    if (Array.isArray(value)) return value.map(() => true);
    if (!BY_NAME.has(word)) return true;
    return isMap(value) ? mapMembers(value, () => true) : value;
  });
}

interface Part {
  node: unknown;
  path: SchemaPath;
}

/** The schema and all that stand in it, each after the one around it; a definition where something refers to it. */
function partsOf(root: Json): Part[] {
  const parts: Part[] = [];
  const referred = new Set<string>();
  const open: Part[] = [{ node: root, path: [] }];
  for (let part = open.pop(); part; part = open.pop()) {
    parts.push(part);
    const { node, path } = part;
    if (!isMap(node)) continue;
    const below = wordsOf(node).flatMap((word) => membersAt(node, word, path));
    const { $ref: ref } = node;
    if (typeof ref === "string" && !referred.has(ref)) {
      referred.add(ref);
      below.push(...definitionOf(root, ref));
    }
    open.push(...below.toReversed());
  }
  return parts;
}

function membersAt(node: Json, word: string, path: SchemaPath): Part[] {
  const value = node[word];
  if (value === undefined) return [];
  const at = [...path, word];
  if (Array.isArray(value)) return value.map((one, index) => ({ node: one, path: [...at, index] }));
  if (!BY_NAME.has(word)) return [{ node: value, path: at }];
  return isMap(value) ? Object.entries(value).map(([name, one]) => ({ node: one, path: [...at, name] })) : [];
}

function definitionOf(root: Json, ref: string): Part[] {
  const [, word = "", segment = ""] = ref.split("/");
  const name = segment.replaceAll("~1", "/").replaceAll("~0", "~");
  const named = root[word];
  return isMap(named) && Object.hasOwn(named, name) ? [{ node: named[name], path: [word, name] }] : [];
}

const isMap = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Not by assignment: a property may be called __proto__. */
const mapMembers = (of: Json, change: (name: string, part: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(of).map(([name, part]) => [name, change(name, part)]));
const without = (of: Json, name: string): Json =>
  Object.fromEntries(Object.entries(of).filter(([one]) => one !== name));
