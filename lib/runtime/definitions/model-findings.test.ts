import { expect, test } from "vitest";
import { checkWorkflow, placeIn } from "./check-workflow";
import { modelFindings } from "./model-findings";
import { withSteps } from "./testing/at-mark";

const asking = (model: string) =>
  withSteps(`id: ask\ntool: model.call\nwith: { model: ${model}, prompt: Hi, output_tokens_max: 10 }`);
/** Findings on a text that has no faults. */
function warningsOf(text: string, providers: readonly string[]) {
  const checked = checkWorkflow(text);
  return checked.problems ? "faults" : placeIn(text, modelFindings(checked.definition, providers));
}

test("a step that asks a model where no provider is set up is found at its place", () => {
  const message = expect.stringContaining("No provider of models is set up here");
  for (const model of ["acme/large-2", '"${{ inputs.sku }}"'])
    expect(warningsOf(asking(model), []), model).toEqual([
      { line: 7, column: 20, code: "unknown_provider", message },
    ]);
});

test("a provider that is not set up is found, with those that are", () => {
  expect(warningsOf(asking("acme/large-2"), ["openai", "anthropic"])).toMatchObject([
    { code: "unknown_provider", message: "There is no provider acme. There are openai, anthropic." },
  ]);
  expect(warningsOf(asking("acme/large-2"), ["openai", "acme"])).toEqual([]);
  expect(warningsOf(asking('"${{ inputs.sku }}"'), ["openai"])).toEqual([]);
});

test("a step of on_error is looked at as well", () => {
  const text = `workflow: w
steps: [{ id: a, tool: transform, with: { value: 1 } }]
on_error: [{ id: ask, tool: model.call, with: { model: acme/l, prompt: Hi, output_tokens_max: 10 } }]`;
  expect(warningsOf(text, [])).toMatchObject([{ line: 3, code: "unknown_provider" }]);
});
