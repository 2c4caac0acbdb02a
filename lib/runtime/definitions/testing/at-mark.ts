import { expect } from "vitest";
import { checkWorkflow } from "@/lib/runtime/definitions/check-workflow";
import type { ProblemCode } from "@/lib/runtime/definitions/problem";

/** Stands in a text right before the place that its problem must name. */
const MARK = "‸";

/**
 * The text without its mark has exactly one problem, which has this code and stands where the mark was, however many lines its lists,
 * maps and expressions take.
 */
export function expectProblemAtMark(code: ProblemCode, marked: string): void {
  expectAtMark(code, marked);
  expectAtMark(code, marked.replaceAll(/(?<=[{,]) /g, `\n${" ".repeat(20)}`));
}

function expectAtMark(code: ProblemCode, marked: string): void {
  const before = marked.slice(0, marked.indexOf(MARK)).split("\n");
  const { problems } = checkWorkflow(marked.replace(MARK, ""));
  expect(problems).toEqual([
    {
      line: before.length,
      column: before.at(-1)!.length + 1,
      code,
      message: expect.stringMatching(/^[\p{Lu}\d`].*\.$/su),
    },
  ]);
}

/** A workflow of these steps; each is a line of YAML, or several. */
export const withSteps = (...steps: string[]): string =>
  `workflow: w\nlimits: { writes: 5 }\ninputs: { type: object, properties: { sku: { type: string }, count: { type: integer }, skus: { type: array, items: { type: string } } } }\nsteps:\n${steps
    .map((step) => `  - ${step.split("\n").join("\n    ")}`)
    .join("\n")}\n`;

/** A step that works out this value. */
export const working = (value: string, id = "work"): string =>
  `id: ${id}\ntool: transform\nwith:\n  value: ${value}`;
