import { z } from "zod";
import { checkExpression, type Scope } from "./expressions";
import type { Finding, Path } from "./problem";
import { issuesOf, shapeFindings, valueAt } from "./shape";
import { isOneExpression, parseTemplate } from "./templates";

/** Problems within values that hold expressions: in the expressions, and in the form that they give the value. */

/** The type of each text that is or holds an expression, by the key of its path. */
type Types = Map<string, string>;
const keyOf = (path: Path) => JSON.stringify(path);

/** One text, whose value is of one of these types; `any`: of whichever. */
export function textFindings(
  text: string,
  path: Path,
  scope: Scope,
  expected: readonly string[] | "any",
): Finding[] {
  const { findings, type } = checkText(text, path, scope);
  if (findings.length > 0 || expected === "any" || type === "dyn") return findings;
  if (expected.some((name) => type === name || type.startsWith(`${name}<`))) return [];
  return [
    {
      path,
      code: "expression_type",
      message: `This gives ${nameOf(type)}; it needs ${expected.map(nameOf).join(" or ")}.`,
    },
  ];
}

function checkText(text: string, path: Path, scope: Scope): { findings: Finding[]; type: string } {
  const template = parseTemplate(text);
  if (template.unclosed !== null)
    return {
      type: "dyn",
      findings: [
        {
          path,
          code: "expression",
          message: "Nothing closes this expression: end it with `}}`.",
          character: template.unclosed,
        },
      ],
    };
  const findings: Finding[] = [];
  let type = "string";
  for (const { source, begins } of template.expressions) {
    const checked = checkExpression(source, scope);
    if (checked.fault) {
      const { code, message, offset } = checked.fault;
      findings.push({ path, code, message, character: begins + offset });
    } else if (isOneExpression(template)) type = checked.type;
  }
  return { findings, type: findings.length > 0 ? "dyn" : type };
}

interface ValueToCheck {
  value: Readonly<Record<string, unknown>>;
  path: Path;
  /** The scope by the first key of the path, because only some parts may hold secrets. */
  scopeAt: (path: Path) => Scope;
  schema: z.ZodType;
}

/** A map of values against a schema. `isKnown` says of a path that its value stands there without an expression. */
export function valueFindings({ value, path, scopeAt, schema }: ValueToCheck): {
  findings: Finding[];
  isKnown: (path: Path) => boolean;
} {
  const findings: Finding[] = [];
  const types: Types = new Map();
  const sample = (part: unknown, at: Path): unknown => {
    if (typeof part === "string") {
      if (!part.includes("${{")) return part;
      const checked = checkText(part, [...path, ...at], scopeAt(at));
      findings.push(...checked.findings);
      types.set(keyOf(at), checked.type);
      return sampleOf(checked.type);
    }
    if (Array.isArray(part)) return part.map((one, index) => sample(one, [...at, index]));
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, sample(one, [...at, key])]));
  };
  const filled = sample(value, []);
  const typeAt = (at: Path) =>
    at.map((_, index) => types.get(keyOf(at.slice(0, index + 1)))).find((type) => type !== undefined);
  for (const finding of shapeFindings(schema, filled, path)) {
    const within = finding.path.slice(path.length);
    const type = typeAt(within);
    if (type === undefined) findings.push(finding);
    // A text's own form is not known before the run.
    else if (types.has(keyOf(within)) && !fitsSome(schema, filled, within, type))
      findings.push({
        path: finding.path,
        code: "expression_type",
        message: `This gives ${nameOf(type)}. ${finding.message}`,
      });
  }
  const isKnown = (at: Path) => typeAt(at) === undefined && valueAt(value, at) !== undefined;
  return { findings, isKnown };
}

/** True where its type alone is no reason against it: some other text or number might do. */
function fitsSome(schema: z.ZodType, filled: unknown, at: Path, type: string): boolean {
  if (type === "dyn") return true;
  const here = issuesOf(schema, filled).filter(({ path }) => keyOf(path as Path) === keyOf(at));
  return here.every(
    ({ code }) => code !== "invalid_type" && code !== "invalid_union" && code !== "invalid_value",
  );
}

function sampleOf(type: string): unknown {
  if (type === "int") return 1;
  if (type === "double") return 1.5;
  if (type === "bool") return true;
  if (type.startsWith("list")) return [];
  if (type.startsWith("map") || type.startsWith("$")) return {};
  return "x";
}

const words: Record<string, string> = {
  bool: "true or false",
  string: "a text",
  int: "a whole number",
  double: "a number",
  list: "a list",
  map: "a map",
  decimal: "a decimal",
  null_type: "nothing",
  "google.protobuf.Timestamp": "a time",
  "google.protobuf.Duration": "a duration",
};

const nameOf = (type: string): string =>
  words[type.split("<")[0]!] ?? (type.startsWith("$") ? "a map" : type);
