import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Expression, type Node, parseSync, visitorKeys } from "oxc-parser";
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

/** The titles of the tests in a source text that a run would run, as they stand in it. */
export function titlesIn(source: string, file: string): Set<string> {
  const titles = new Set<string>();
  const visit = (node: Node): void => {
    if (node.type === "CallExpression") {
      const names = namesOf(node.callee);
      const isTest = names[0] === "test" || names[0] === "it";
      if ((isTest || names[0] === "describe") && names.some((name) => unrun.has(name))) return;
      const [title] = node.arguments;
      if (
        isTest &&
        !names.includes("describe") &&
        title?.type === "Literal" &&
        typeof title.value === "string"
      )
        titles.add(title.value);
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
