import {
  type Document,
  type Node,
  type YAMLError,
  LineCounter,
  isAlias,
  isCollection,
  isPair,
  isScalar,
  parseDocument,
  visit,
} from "yaml";
import { firstMisplaced } from "./indents";
import { offsetOf } from "./places";
import { offsetOfCharacter } from "./scalar-characters";
import { whyNotStorable } from "@/lib/core/values/storable";
import type { Finding, Problem, ProblemCode } from "@/lib/runtime/definitions/problem";
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
  const deepLine = lineTooDeep(text);
  if (deepLine !== null)
    return { problems: [{ line: deepLine, column: 1, code: "too_deep", message: tooDeep }] };
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false });
  const placed = (offset: number, code: ProblemCode, message: string): Problem => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1), code, message };
  };
  const found = unreadable(text, document);
  if (found.length > 0) return { problems: found.map((args) => placed(...args)) };
  const place = (finding: Finding): Problem =>
    placed(offsetOf(text, document, finding), finding.code, finding.message);
  return { source: { value: document.toJS({ maxAliasCount: 0 }), place } };
}

const tooDeep = `Lists and maps stand at most ${depthMax} levels deep in each other.`;

/**
 * Far beyond what a workflow needs, and far below what the parser survives: it recurses, and a text of a few thousand levels
 * ends the whole process where a regular expression is compiled at the end of the stack.
 */
const levelsParsedMax = 200;

/** The first line, counted from one, that may hold more levels than the parser is given: an upper bound, told without parsing. */
function lineTooDeep(text: string): number | null {
  let open = 0;
  for (const [index, line] of text.split("\n").entries()) {
    // Each space of an indent may be a level, and so is each `- ` and `? ` before the first word.
    if (/^(?:[ \t]|[-?](?=\s))*/.exec(line)![0].length > levelsParsedMax) return index + 1;
    for (const character of line) {
      if (character === "[" || character === "{") open += 1;
      if (character === "]" || character === "}") open = Math.max(0, open - 1);
      if (open > levelsParsedMax) return index + 1;
    }
  }
  return null;
}

type Unreadable = [at: number, code: ProblemCode, message: string];

function unreadable(text: string, document: Document): Unreadable[] {
  const found = [...document.errors, ...document.warnings].map((error): Unreadable => [
    openQuote(document, error) ?? error.pos[0],
    "yaml",
    yamlWords(error),
  ]);
  if (found.length === 0) found.push(...unstorable(text, document));
  found.push(...exactlyReadable(text, document));
  const misplaced = firstMisplaced(text, document);
  if (!misplaced) return found;
  const { from, at, message } = misplaced;
  return [...found.filter(([place]) => place < from), [at, "yaml", message]];
}

const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Keys and texts that no database keeps. */
function unstorable(text: string, document: Document): Unreadable[] {
  const found: Unreadable[] = [];
  visit(document, {
    Scalar(_, node) {
      const why = whyNotStorable(node.value);
      if (typeof node.value !== "string" || !why) return;
      const at = offsetOfCharacter(text, node, node.value.search(UNSTORABLE));
      found.push([at, "invalid", `This text ${why}: take it out.`]);
    },
  });
  return found;
}

/** Refuses YAML that a person would misread: anchors and aliases, explicit tags, numbers in other notations. */
function exactlyReadable(text: string, document: Document): Unreadable[] {
  const found: Unreadable[] = [];
  const { explicit, version } = document.directives?.yaml ?? {};
  if (explicit && version !== "1.2")
    found.push([
      text.search(/^%YAML/m),
      "yaml",
      "Leave the line with `%YAML` out: workflows are YAML 1.2, in which `no` is a text.",
    ]);
  visit(document, (key, node, parents) => {
    if (node === null || isPair(node)) return undefined;
    const [at] = (node as Node).range ?? [0];
    const { anchor, tag } = isScalar(node) || isCollection(node) ? node : {};
    if (isAlias(node) || anchor)
      found.push([
        anchor ? beginOf(text, `&${anchor}`, at) : at,
        "anchor_not_allowed",
        "Write the value out: anchors and aliases are not read.",
      ]);
    else if (tag)
      found.push([
        beginOf(text, "!", at),
        "tag_not_allowed",
        "Leave the tag out: types follow from the field.",
      ]);
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

/** YAML misses the quote at the end of the text: where that one begins which nothing closes. Null: the error is another. */
function openQuote(document: Document, { code, pos: [end] }: YAMLError): number | null {
  let begins: number | null = null;
  if (code !== "MISSING_CHAR") return null;
  visit(document, {
    Scalar(_, { type, range }) {
      const isQuoted = type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE";
      if (isQuoted && range?.[1] === end) begins = range[0];
    },
  });
  return begins;
}

/** An anchor and a tag stand before their value, which may begin on another line. */
function beginOf(text: string, sign: string, valueAt: number): number {
  const found = text.lastIndexOf(sign, valueAt);
  return found < 0 ? valueAt : found - /[^\s[{,]*$/.exec(text.slice(0, found))![0].length;
}

const isKey = (node: unknown): boolean =>
  isScalar(node) && typeof node.value === "string" && node.value !== "__proto__";

/** A map as a key is mostly an expression without its quotes. */
const keyWords = (node: unknown): string =>
  isCollection(node)
    ? 'A key is a text, such as `customer`. An expression is written `"${{ inputs.customer }}"`, in quotes.'
    : "A key is a text, such as `customer`.";
