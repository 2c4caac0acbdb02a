import { readFileSync } from "node:fs";
import { call, succeed } from "../support/http/call";
import { expectNothingWritten, expectProblem } from "../support/http/refusal";
import { expect, test } from "../support/test";

/** The texts of workflows over HTTP. */

const shipped = readFileSync("workflows/bid-repricing.yaml", "utf8");

test("a workflow's text is checked without being kept, and its hash told", async () => {
  await expectNothingWritten(async () => {
    const { hash, ...checked } = await succeed("validateWorkflow", "viewer", { source: shipped });
    expect(checked).toEqual({ ok: true, errors: [], warnings: [] });
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

test("each fault comes with its line and column, a code and what would be right", async () => {
  const source = shipped
    .replace("netsuite.search", "netsuite.serch")
    .replace("item.sku }}\n", "itm.sku }}\n");
  const { ok, errors } = await succeed("validateWorkflow", "viewer", { source });
  expect(ok).toBe(false);
  expect(errors).toMatchObject([
    { line: 18, column: 11, code: "unknown_tool" },
    { line: 35, column: 23, code: "unknown_name" },
  ]);
  expect(errors[0]!.message).toContain("netsuite.search");
});

test("no source, and one that is no text, are answered 422", async () => {
  for (const body of [{}, { source: 7 }, { source: "" }, { source: "a: 1", more: true }])
    expectProblem(await call("validateWorkflow", "viewer", body as never), "validation_failed");
});

test("a text of a thousand levels is told like any other fault", async () => {
  const { errors } = await succeed("validateWorkflow", "viewer", { source: "[".repeat(20_000) });
  expect(errors).toMatchObject([{ code: "too_deep" }]);
});

test("a text that asks a model where none is set up has no fault, and a warning at its place", async () => {
  const source = readFileSync("workflows/credit-review.yaml", "utf8");
  expect(await succeed("validateWorkflow", "viewer", { source })).toMatchObject({
    ok: true,
    errors: [],
    warnings: [{ line: 37, column: 14, code: "unknown_provider" }],
  });
});
