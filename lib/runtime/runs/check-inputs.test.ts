import { expect, test } from "vitest";
import { AppError } from "@/lib/core/errors";
import type { WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import { startWorkTime } from "@/lib/limits/testing/work-time";
import { checkInputs } from "./check-inputs";

const definition = (properties: object): WorkflowDefinition => ({
  workflow: "checks",
  inputs: { type: "object", properties: properties as Record<string, never> },
  steps: [{ id: "hi", tool: "transform", with: { value: 1 } }],
});
function refusalOf(work: () => unknown): AppError {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error("it was not refused");
}

test("an input whose check would take minutes is refused after a moment, and named", () => {
  const checks = definition({
    note: { type: "string" },
    sku: { type: "string", pattern: "^([A-Z0-9]+-?)+$" },
  });
  const workMs = startWorkTime();
  expect(refusalOf(() => checkInputs(checks, { note: "x", sku: `${"A".repeat(60)}!` }))).toMatchObject({
    status: 422,
    code: "validation_failed",
    issues: [
      { path: "inputs.sku", message: "cannot be checked against the schema: it takes longer than 200 ms" },
    ],
  });
  expect(workMs()).toBeLessThan(10_000);
  expect(checkInputs(checks, { note: "x", sku: "A-1-B" })).toEqual({ note: "x", sku: "A-1-B" });
});

test("an input that nothing can keep is refused in words", () => {
  const checks = definition({ n: {} });
  const infinite = JSON.parse('{"n":1e999}') as Record<string, number>;
  expect(refusalOf(() => checkInputs(checks, infinite))).toMatchObject({
    status: 422,
    issues: [{ path: "inputs", message: "holds a number beyond all bounds" }],
  });
});

test("inputs of a schema without an end are refused", () => {
  const { inputs, ...rest } = definition({ a: { $ref: "#/$defs/p" } });
  const $defs = { p: { $ref: "#/$defs/q" }, q: { $ref: "#/$defs/p" } };
  const checks = { ...rest, inputs: { ...inputs, $defs } };
  expect(refusalOf(() => checkInputs(checks, { a: 1 }))).toMatchObject({
    status: 422,
    issues: [{ path: "inputs.a", message: "cannot be checked against the schema: it has no end" }],
  });
});

test("inputs whose schema comes again further down are checked to their end", () => {
  const tree = { type: "object", properties: { child: { $ref: "#/$defs/tree" }, n: { type: "integer" } } };
  const { inputs, ...rest } = definition({ a: { $ref: "#/$defs/tree" } });
  const checks = { ...rest, inputs: { ...inputs, $defs: { tree } } } as WorkflowDefinition;
  expect(checkInputs(checks, { a: { child: { child: { n: 1 } } } })).toBeTruthy();
  expect(refusalOf(() => checkInputs(checks, { a: { child: { child: { n: "x" } } } }))).toMatchObject({
    issues: [{ path: "inputs.a.child.child.n" }],
  });
});
