import {
  type Document,
  type Node,
  LineCounter,
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  parseDocument,
  visit,
} from "yaml";
import type { Finding, Path, Problem, ProblemCode } from "./problem";
import { yamlWords } from "./yaml-words";

/** Characters of one text: YAML compares each key of a map with all others. 500 plain steps take 27,000. */
export const SOURCE_LENGTH_MAX = 50_000;
/** How deep lists and maps may stand in each other. A workflow needs six levels; a schema of its inputs a few more. */
const depthMax = 24;

export interface Source {
  value: unknown;
  /** The finding with its line and column. */
  place(finding: Finding): Problem;
}

/**
 * Reads YAML 1.2 without anchors, tags and numbers that would lose text, so that the value holds exactly what a person reads.
 * Never throws.
 */
export function readSource(text: string): { source: Source } | { problems: Problem[] } {
  const first = (code: ProblemCode, message: string) => ({
    problems: [{ line: 1, column: 1, code, message }],
  });
  if (text.length > SOURCE_LENGTH_MAX)
    return first("too_long", `A workflow has at most ${SOURCE_LENGTH_MAX.toLocaleString("en")} characters.`);
  if (mayBeTooDeep(text)) return first("too_deep", tooDeep);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const placed = (offset: number, code: ProblemCode, message: string): Problem => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1), code, message };
  };
  const problems = [...document.errors, ...document.warnings].map((error) =>
    placed(error.pos[0], "yaml", yamlWords(error)),
  );
  problems.push(...exactlyReadable(document).map(([at, code, message]) => placed(at, code, message)));
  if (problems.length > 0) return { problems };
  const place = ({ path, code, message, atKey, within }: Finding): Problem => {
    const offset = offsetOf(document, path, atKey === true);
    return placed(within ? withinOf(document, text, path, within) : offset, code, message);
  };
  return { source: { value: document.toJS({ maxAliasCount: 0 }), place } };
}

const tooDeep = `Lists and maps stand at most ${depthMax} levels deep in each other.`;

/**
 * Far beyond what a workflow needs, and far below what the parser survives: it recurses, and a text of a few thousand levels
 * ends the whole process where a regular expression is compiled at the end of the stack.
 */
const levelsParsedMax = 200;

/** True where the text may hold more levels than the parser is given: an upper bound, told without parsing. */
function mayBeTooDeep(text: string): boolean {
  let open = 0;
  for (const line of text.split("\n")) {
    // Each space of an indent may be a level, and so is each `- ` and `? ` before the first word.
    if (/^(?:[ \t]|[-?](?=\s))*/.exec(line)![0].length > levelsParsedMax) return true;
    for (const character of line) {
      if (character === "[" || character === "{") open += 1;
      if (character === "]" || character === "}") open = Math.max(0, open - 1);
      if (open > levelsParsedMax) return true;
    }
  }
  return false;
}

type Unreadable = [at: number, code: ProblemCode, message: string];

/** What YAML would take and a reader would not see: parts from elsewhere, types by name, numbers in another form. */
function exactlyReadable(document: Document): Unreadable[] {
  const found: Unreadable[] = [];
  const { explicit, version } = document.directives?.yaml ?? {};
  if (explicit && version !== "1.2")
    found.push([
      0,
      "yaml",
      "Leave the line with `%YAML` out: workflows are YAML 1.2, in which `no` is a text.",
    ]);
  visit(document, (key, node, parents) => {
    if (node === null || isPair(node)) return undefined;
    const [at] = (node as Node).range ?? [0];
    if (isAlias(node) || ((isScalar(node) || isCollection(node)) && node.anchor))
      found.push([at, "anchor_not_allowed", "Write the value out: anchors and aliases are not read."]);
    else if ((isScalar(node) || isCollection(node)) && node.tag)
      found.push([at, "tag_not_allowed", "Leave the tag out: types follow from the field."]);
    if (parents.filter(isCollection).length >= depthMax) {
      found.push([at, "too_deep", tooDeep]);
      return visit.SKIP;
    }
    if (key === "key" && !isKey(node)) found.push([at, "key_not_allowed", keyWords(node)]);
    if (!isScalar(node)) return undefined;
    if (typeof node.value === "number" && key !== "key" && String(node.value) !== node.source)
      found.push([
        at,
        "number_needs_quotes",
        `${node.source ?? ""} would be read as ${node.value}: put it in quotes to keep it as it stands.`,
      ]);
    return undefined;
  });
  return found;
}

const isKey = (node: unknown): boolean =>
  isScalar(node) && typeof node.value === "string" && node.value !== "__proto__";

/** A map as a key is mostly an expression without its quotes. */
const keyWords = (node: unknown): string =>
  isCollection(node)
    ? 'A key is a text, such as `customer`. An expression is written `"${{ inputs.customer }}"`, in quotes.'
    : "A key is a text, such as `customer`.";

/** Where the value of the path begins, or its key. Of a value that is not there: its nearest parent. */
function offsetOf(document: Document, path: Path, atKey: boolean): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const part = path.slice(0, length);
    if (length > 0 && (atKey || length < path.length)) {
      const key = keyOf(document, part);
      if (key !== null) return key;
    }
    const node = length === 0 ? document.contents : document.getIn(part, true);
    const range = (node as Node | null | undefined)?.range;
    if (range) return range[0];
  }
  return 0;
}

function keyOf(document: Document, path: Path): number | null {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return null;
  const pair = parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1));
  return (pair?.key as Node | undefined)?.range?.[0] ?? null;
}

/** A place within a text that holds expressions, where the source spells the text as it is; else where the expression begins. */
function withinOf(
  document: Document,
  text: string,
  path: Path,
  { occurrence, offset }: NonNullable<Finding["within"]>,
): number {
  const node = document.getIn(path, true) as Node | undefined;
  const [from, to] = node?.range ?? [offsetOf(document, path, false), text.length];
  let at = from - 1;
  for (let count = 0; count <= occurrence; count += 1) at = text.indexOf("${{", at + 1);
  if (at < 0 || at >= to) return from;
  const isSpelled =
    isScalar(node) && typeof node.value === "string" && text.slice(from, to).includes(node.value);
  return isSpelled ? at + "${{".length + offset : at;
}
