import { type Document, Scalar, isScalar, isSeq, visit } from "yaml";
import { yamlWords } from "./yaml-words";

/** A line of a list or a map that YAML took for a part of something else, because its indent is another than its neighbours'. */
export interface Misplaced {
  at: number;
  message: string;
  /** Faults that YAML names from here on are consequences of this one. */
  from: number;
}

const ITEM =
  "The indent does not fit: items of one list stand exactly below each other. Put a text whose line begins with `- ` in quotes.";

const KEY = yamlWords({ code: "BAD_INDENT", message: "" });

/** The first of a text. YAML names the line above it, or nothing where both make one text. */
export function firstMisplaced(text: string, document: Document): Misplaced | null {
  let first: Misplaced | null = null;
  visit(document, (key, node) => {
    if (isScalar(node) && node.type === Scalar.PLAIN) first = misplacedWithin(text, node, key === "key");
    else if (key === "key" && isSeq(node) && !node.flow) first = misplacedItem(text, node.range![0]);
    return first ? visit.BREAK : undefined;
  });
  return first;
}

/** An item among the keys of a map: all of its list is taken for a key. */
function misplacedItem(text: string, at: number): Misplaced | null {
  const from = text.lastIndexOf("\n", at - 1) + 1;
  return text.slice(from, at).trim() === "" ? { at, message: ITEM, from } : null;
}

/** Further lines of a plain text: an item, or the key that the last of them ends with. */
function misplacedWithin(text: string, { range }: Scalar, isKey: boolean): Misplaced | null {
  const [from, to] = range!;
  const plain = text.slice(from, to);
  const item = firstItemWithin(plain);
  if (item !== null) return { at: from + item, message: ITEM, from };
  const last = isKey ? /\n[ \t]*(?=[^\n]*$)/.exec(plain) : null;
  if (!last || !followsKey(text, from)) return null;
  return { at: from + last.index + last[0].length, message: KEY, from };
}

/** An expression's difference may begin its line with `- ` too. */
function firstItemWithin(plain: string): number | null {
  let isExpression = false;
  for (const { index, 0: sign } of plain.matchAll(/\$\{\{|\}\}|\n[ \t]*(?=-\s)/g))
    if (!sign.startsWith("\n")) isExpression = sign !== "}}";
    else if (!isExpression) return index + sign.length;
  return null;
}

const followsKey = (text: string, at: number): boolean =>
  /:[ \t]+$/.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at));
