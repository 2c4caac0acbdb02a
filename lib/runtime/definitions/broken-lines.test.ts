import { expect, test } from "vitest";
import { checkWorkflow } from "./check-workflow";
import type { ProblemCode } from "./problem";
import { expectProblemAtMark, withSteps } from "./testing/at-mark";

/** Each text has one fault deep in a part of several lines, at the mark. */

const one = "steps: [{ id: a, tool: transform, with: { value: 1 } }]";
const inputs = (...lines: string[]) =>
  ["workflow: w", "inputs:", "  type: object", ...lines.map((line) => `  ${line}`), one].join("\n");
const steps = (...lines: string[]) =>
  ["workflow: w", "steps:", ...lines.map((line) => `  ${line}`)].join("\n");
const step = (tool: string, ...lines: string[]) =>
  withSteps([`id: a`, `tool: ${tool}`, "with:", ...lines.map((line) => `  ${line}`)].join("\n"));
const ask = (type: string, ...lines: string[]) =>
  step("human.ask", "message: Well?", `interaction_type: ${type}`, ...lines);
const approver = "responders: [{ role: approver }]";

test.each<[name: string, code: ProblemCode, text: string]>([
  [
    "the type of an input",
    "invalid_schema",
    inputs("properties:", "  a:", "    type: string", "  b:", "    type: ‸money"),
  ],
  [
    "one of an input's types",
    "invalid_schema",
    inputs("properties:", "  a:", "    type:", "      - string", "      - ‸gold"),
  ],
  [
    "the type of a list's elements",
    "invalid_schema",
    inputs("properties:", "  a:", "    type: array", "    items:", "      type: ‸money"),
  ],
  [
    "a definition that an input refers to",
    "invalid_schema",
    inputs("properties:", '  a: { $ref: "#/$defs/x" }', "$defs:", "  x:", "    type: ‸money"),
  ],
  ["a reference to nothing", "invalid_schema", inputs("properties:", "  a:", '    $ref: ‸"#/$defs/x"')],
  [
    "a regular expression that is none",
    "invalid_schema",
    inputs("properties:", "  a:", "    type: string", '    pattern: ‸"("'),
  ],
  [
    "a keyword that is not read",
    "invalid_schema",
    inputs("properties:", "  a:", "    ‸not:", "      type: string"),
  ],
  ["a schema that is none", "invalid_schema", inputs("allOf:", "  - type: object", "  - ‸5")],
  [
    "the schema of a model's answer",
    "invalid_schema",
    step(
      "model.call",
      "model: acme/l",
      "prompt: Hi",
      "output_tokens_max: 10",
      "schema:",
      "  type: object",
      "  properties:",
      "    a:",
      "      type: ‸colour",
    ),
  ],
  [
    "the schema of a person's answer",
    "invalid",
    ask("input", approver, "schema:", "  type: object", "  properties:", "    a:", "      type: ‸numeral"),
  ],
  [
    "an option's value that another has",
    "invalid",
    ask("selection", approver, "options:", "  - value: a", "    label: A", "  - value: ‸a", "    label: B"),
  ],
  [
    "an option's label that looks like another",
    "invalid",
    ask("selection", approver, "options:", "  - value: a", "    label: A", "  - value: b", "    label: ‸a"),
  ],
  [
    "a role where all of the people answer",
    "invalid",
    ask("approval", "rule: all", "responders:", "  - user_id: 1", "  - ‸role: approver"),
  ],
  ["a role that is none", "invalid", ask("approval", "responders:", "  - role: approver", "  - role: ‸boss")],
  [
    "a role of the wrong type",
    "expression_type",
    ask("approval", "responders:", "  - role: approver", '  - role: ‸"${{ inputs.count }}"'),
  ],
  [
    "a part of the default answer",
    "invalid",
    ask(
      "input",
      approver,
      "timeout_action: default_response",
      "schema:",
      "  type: object",
      "  properties:",
      "    a: { type: string }",
      "default_response:",
      "  b: 1",
      "  a: ‸5",
    ),
  ],
  ["a key that is too long", "invalid", step("transform", "value: 1", `‸${"k".repeat(65)}:`, "  - 1")],
  ["an anchor of a list", "anchor_not_allowed", "workflow: w\nsteps: ‸&all\n  - id: a\n    wait: 1h\n"],
  ["a tag of a list", "tag_not_allowed", "workflow: w\nsteps: ‸!!seq\n  - id: a\n    wait: 1h\n"],
  [
    "an item that is indented as the keys above it",
    "yaml",
    steps("- id: a", "  wait: 1h", "  ‸- id: b", "    wait: 1h"),
  ],
  ["an item below a text", "yaml", steps("- id: a", "  wait: 1h", "    ‸- id: b", "      wait: 1h")],
  ["an item one space too far", "yaml", steps("- id: a", "  wait: 1h", " ‸- id: b", "   wait: 1h")],
  ["an item too far to the left", "yaml", steps("  - id: a", "    wait: 1h", "‸- id: b", "  wait: 1h")],
  [
    "an option that is indented too far",
    "yaml",
    ask(
      "selection",
      approver,
      "options:",
      "  - value: a",
      "    label: A",
      "    ‸- value: b",
      "      label: B",
    ),
  ],
  [
    "a text of a list that would be a part of the one before it",
    "yaml",
    `workflow: w\nsecrets:\n  - A\n    ‸- B\n${one}`,
  ],
  ["a key that is indented too far", "yaml", steps("- id: a", "    ‸wait: 1h")],
  [
    "a NUL character in an option's label",
    "invalid",
    ask(
      "selection",
      approver,
      "options:",
      "  - value: a",
      "    label: A",
      "  - value: b",
      '    label: "B‸\\0"',
    ),
  ],
  [
    "a NUL character in an option's value",
    "invalid",
    ask("selection", approver, "options:", "  - value: a", "    label: A", "  - value: b‸\0", "    label: B"),
  ],
  ["a NUL character in a key", "invalid", step("transform", "value:", '  "k‸\\x00": 1')],
  ["half of a character", "invalid", step("transform", "value:", '  - "one‸\\uD800"')],
  ["a line with too many levels", "too_deep", `workflow: w\n${one}\n‸x: ${"[".repeat(210)}\n`],
])("%s is found at its line: %s", (_, code, text) => expectProblemAtMark(code, text));

test("a difference within an expression may begin its line with a `-`", () => {
  const text = withSteps("id: a\ntool: transform\nwith:\n  value: ${{ 3\n    - 1 }}");
  expect(checkWorkflow(text).problems).toBeNull();
});

test("a text whose line begins with a `-` is a text in quotes", () => {
  expect(checkWorkflow(`workflow: w\ntitle: "one\n  - two"\n${one}`).problems).toBeNull();
});

test("every fault of a schema is told, each at its line", () => {
  const text = inputs("properties:", "  a: { type: money }", "  b: null", "  c: { type: gold }");
  expect(checkWorkflow(text).problems).toMatchObject([{ line: 5 }, { line: 6 }, { line: 7 }]);
});
