import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Argument, type Expression, type Node, parseSync, visitorKeys } from "oxc-parser";
import type { HasTest } from "./read-acceptance";

const unrun = new Set(["skip", "todo", "fixme", "fails", "fail"]);

/** `test.describe.skip` as ["test", "describe", "skip"]; `test.each(rows)` as ["test", "each"]. */
function namesOf(callee: Expression): string[] {
  if (callee.type === "Identifier") return [callee.name];
  if (callee.type === "MemberExpression" && callee.property.type === "Identifier")
    return [...namesOf(callee.object), callee.property.name];
  if (callee.type === "CallExpression") return namesOf(callee.callee);
  return [];
}

/** A template whose longest fixed part is shorter names no test: `${name}: ${field}` would fit too many. */
const fixedPartCharsMin = 12;

/** A title as docs/acceptance.md writes it, with … in place of each `${…}` of a template. Null: it is no text. */
function titleOf(node: Argument | undefined): string | null {
  if (node?.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node?.type !== "TemplateLiteral") return null;
  const fixed = node.quasis.map(({ value }) => value.cooked ?? value.raw);
  const isNamed = fixed.length === 1 || fixed.some((part) => part.trim().length >= fixedPartCharsMin);
  return isNamed ? fixed.join("…") : null;
}

/** The titles of the tests in a source text that a run would run, as docs/acceptance.md writes them. */
export function titlesIn(source: string, file: string): Set<string> {
  const titles = new Set<string>();
  const visit = (node: Node): void => {
    if (node.type === "CallExpression") {
      const names = namesOf(node.callee);
      const isTest = names[0] === "test" || names[0] === "it";
      if ((isTest || names[0] === "describe") && names.some((name) => unrun.has(name))) return;
      const title = isTest && !names.includes("describe") ? titleOf(node.arguments[0]) : null;
      if (title !== null) titles.add(title);
    }
    for (const key of visitorKeys[node.type] ?? [])
      for (const child of [(node as unknown as Record<string, Node | Node[] | null>)[key]].flat())
        if (child) visit(child);
  };
  visit(parseSync(file, source).program);
  return titles;
}

/** Looks tests up in the files of a repository, each of which is read once. */
export function testsOf(root: string): HasTest {
  const read = new Map<string, Set<string>>();
  return ({ file, title }) => {
    if (!/\.(test|spec)\.tsx?$/.test(file)) return false;
    const known = read.get(file);
    if (known) return known.has(title);
    const whole = path.join(root, file);
    const titles = existsSync(whole) ? titlesIn(readFileSync(whole, "utf8"), file) : new Set<string>();
    read.set(file, titles);
    return titles.has(title);
  };
}
