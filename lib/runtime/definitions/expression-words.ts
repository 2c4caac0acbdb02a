import type { ASTNode } from "@marcbachmann/cel-js";
import { FUNCTIONS, SYNTAX_LIMITS } from "./language";

/** Explains how to correct an expression that CEL cannot parse or that has the wrong types. */

/** As CEL throws it. */
export interface CelError {
  code: string;
  summary: string;
  range?: { start: number };
  node?: ASTNode;
}

interface NamesInScope {
  /** The names that an expression may use at its place. */
  names: readonly string[];
  /** The fields of a value, such as `["inputs", "sku"]`. Empty: nobody knows them before the run. */
  fieldsOf: (path: readonly string[]) => readonly string[];
}

const limitWords: Record<string, string> = {
  maxAstNodes: `An expression has at most ${SYNTAX_LIMITS.maxAstNodes} parts: work some of them out in a step before, with the tool transform.`,
  maxDepth: `The parts of an expression stand at most ${SYNTAX_LIMITS.maxDepth} levels deep in each other: work some of them out in a step before.`,
  maxListElements: `A list in an expression has at most ${SYNTAX_LIMITS.maxListElements} elements: give a longer one as an input.`,
  maxMapEntries: `A map in an expression has at most ${SYNTAX_LIMITS.maxMapEntries} keys: write a larger one as YAML.`,
  maxCallArguments: `A function takes at most ${SYNTAX_LIMITS.maxCallArguments} values.`,
};

/** A sentence or two, the last of which says what would be right. */
export function expressionWords(error: CelError, { names, fieldsOf }: NamesInScope): string {
  const { code, summary } = error;
  switch (code) {
    case "limit_exceeded":
      return limitWords[/\w+(?= \()/.exec(summary)?.[0] ?? ""] ?? said(summary);
    case "unknown_variable":
      return `${said(summary)} An expression here may use ${names.join(", ")}.`;
    case "no_such_key":
      return keyWords(error, fieldsOf);
    case "no_such_overload":
      if (/: [!-]/.test(summary)) return "`!` stands before true or false, and `-` before a number.";
      return `${said(summary.replace(/no such overload:/i, "These types do not go together:"))} Turn one with string(…), int(…), double(…) or decimal(…), so that both are of one type.`;
    case "no_matching_overload":
      return functionWords(summary);
    case "unexpected_token":
      return summary.endsWith("EOF")
        ? "The expression ends too early: a value is missing, or a bracket is not closed."
        : `${said(summary)} ${example}`;
    default:
      return `${said(summary)} ${example}`;
  }
}

const example =
  "An expression is CEL, such as `inputs.count + 1`, `inputs.sku == 'A-1' && inputs.count > 2` or `inputs.skus.map(one, one + '!')`.";

function keyWords({ summary, node }: CelError, fieldsOf: NamesInScope["fieldsOf"]): string {
  const key = summary.replace(/^no such key: /i, "");
  const path = node && node.op === "." ? pathOf(node.args[0]) : null;
  const fields = path ? fieldsOf(path) : [];
  const there = fields.length > 0 ? `There are ${fields.join(", ")}.` : "It has no fields that are known.";
  return `There is no ${key} in ${path ? `\`${path.join(".")}\`` : "this value"}. ${there}`;
}

/** `inputs.address.city`. Null: it is no chain of names. */
function pathOf(node: ASTNode): string[] | null {
  if (node.op === "id") return [node.args];
  if (node.op !== ".") return null;
  const before = pathOf(node.args[0]);
  return before && [...before, node.args[1]];
}

/** `summary`: found no matching overload for 'upper(string)', or 'string.upper()' for one behind a value. */
function functionWords(summary: string): string {
  const [, call = "", name = ""] = /'((?:.*\.)?(\w+)\(.*)'/.exec(summary) ?? [];
  if (FUNCTIONS.includes(name))
    return `\`${name}\` does not take these types: \`${call}\`. Turn a value with string(…), int(…), double(…) or decimal(…) first.`;
  return `There is no function ${name}. There are ${FUNCTIONS.join(", ")}.`;
}

function said(text: string): string {
  const whole = text.replace(/\.$/, "");
  return `${whole.charAt(0).toUpperCase() + whole.slice(1)}.`;
}
