import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { TRIGGER_EVENTS } from "@/lib/core/run/trigger-events";
import { startWorkTime } from "@/lib/limits/testing/work-time";
import { checkWorkflow } from "./check-workflow";
import { deadlineSecondsOf } from "./definition";
import type { ProblemCode } from "./problem";
import { SOURCE_LENGTH_MAX } from "./source/read-source";
import { expectProblemAtMark, withSteps, working } from "./testing/at-mark";

/** Each text has one fault in its YAML or in its form, at the mark. */

const one = "steps: [{ id: a, tool: transform, with: { value: 1 } }]";
const cases: [name: string, code: ProblemCode, text: string][] = [
  [
    "a bracket that nothing closes",
    "yaml",
    `workflow: w\nsteps: [{ id: a, tool: transform, with: { value: 1 } }‸`,
  ],
  ["a quote that nothing closes", "yaml", `workflow: ‸"w\nsteps: [a]\n`],
  ["a tab as an indent", "yaml", `workflow: w\nsteps:\n‸\t- id: a\n`],
  ["a key twice", "yaml", `workflow: w\n‸workflow: v\n${one}`],
  ["two documents", "yaml", `workflow: w\n${one}\n‸---\nworkflow: v\n`],
  ["an anchor", "anchor_not_allowed", `workflow: w\ntitle: ‸&here\n  x\n${one}`],
  ["a tag of ours", "tag_not_allowed", `workflow: w\ntitle: ‸!!str\n  x\n${one}`],
  [
    "a number as a key",
    "key_not_allowed",
    `workflow: w\ninputs: { type: object, properties: { ‸1: { type: string } } }\n${one}`,
  ],
  [
    "a key that reaches into every object",
    "key_not_allowed",
    `workflow: w\ninputs: { type: object, ‸__proto__: {} }\n${one}`,
  ],
  [
    "an expression without its quotes, which is a map as a key",
    "key_not_allowed",
    withSteps(working("{‸{ x }}")),
  ],
  ["an older YAML, in which `no` is no text", "yaml", `# Old\n‸%YAML 1.1\n---\nworkflow: w\n${one}`],
  ["1.10, which would lose its nought", "number_needs_quotes", withSteps(working("‸1.10"))],
  ["a number of twenty digits", "number_needs_quotes", withSteps(working("‸12345678901234567890"))],
  ["a number in hex", "number_needs_quotes", withSteps(working("‸0x1F"))],
  ["a list instead of a map", "invalid", `‸- workflow: w\n`],
  ["a text instead of a map", "invalid", `‸hello`],
  ["no name", "missing", `‸${one}`],
  ["no steps", "missing", `‸workflow: w\n`],
  ["an empty list of steps", "invalid", `workflow: w\nsteps: ‸[]\n`],
  ["a name with capitals", "invalid", `workflow: ‸RePrice\n${one}`],
  ["a name of sixty-five characters", "invalid", `workflow: ‸${"a".repeat(65)}\n${one}`],
  ["a title of nothing", "invalid", `workflow: w\ntitle: ‸""\n${one}`],
  ["a field that is misspelled", "unknown_field", `workflow: w\n‸limit: { writes: 1 }\n${one}`],
  ["a limit that is misspelled", "unknown_field", `workflow: w\nlimits: { ‸write: 1 }\n${one}`],
  ["a negative limit", "invalid", `workflow: w\nlimits: { writes: ‸-1 }\n${one}`],
  ["a limit in words", "invalid", `workflow: w\nlimits: { writes: ‸many }\n${one}`],
  ["half a run at once", "invalid", `workflow: w\nlimits: { concurrency: ‸0.5 }\n${one}`],
  ["a deadline without a unit", "invalid", `workflow: w\nlimits: { deadline: ‸3 }\n${one}`],
  ["a deadline in weeks", "invalid", `workflow: w\nlimits: { deadline: ‸2w }\n${one}`],
  ["a deadline after centuries", "invalid", `workflow: w\nlimits: { deadline: ‸180000d }\n${one}`],
  ["a secret in small letters", "invalid", `workflow: w\nsecrets: [‸key]\n${one}`],
  ["inputs that are no object", "invalid_schema", `workflow: w\ninputs: { type: ‸string }\n${one}`],
  [
    "inputs of an unknown type",
    "invalid_schema",
    `workflow: w\ninputs: { type: object, properties: { a: { type: ‸money } } }\n${one}`,
  ],
  [
    "inputs of which two refer to each other",
    "invalid_schema",
    `workflow: w\ninputs: { type: object, $defs: { p: { $ref: "#/$defs/q" }, q: { anyOf: [{ type: string }, { $ref: ‸"#/$defs/p" }] } } }\n${one}`,
  ],
  [
    "inputs that refer to themselves as a whole",
    "invalid_schema",
    `workflow: w\ninputs: { type: object, allOf: [{ $ref: ‸"#" }] }\n${one}`,
  ],
  [
    "a webhook twice",
    "duplicate_webhook",
    `workflow: w\non:\n  - { webhook: a }\n  - { webhook: b }\n  - { webhook: ‸a }\n${one}`,
  ],
  ["a trigger of nothing", "missing", `workflow: w\non: ‸{}\n${one}`],
  ["a trigger of two kinds", "invalid", `workflow: w\non: { event: proposal.applied, webhook: ‸c }\n${one}`],
  [
    "the second of two triggers of nothing",
    "missing",
    `workflow: w\non:\n  - event: proposal.applied\n  - ‸{}\n${one}`,
  ],
  ["an event that is none of ours", "unknown_event", `workflow: w\non: { event: ‸customer.overdue }\n${one}`],
  ["an end that no push has", "unknown_event", `workflow: w\non: { event: ‸push.rejected }\n${one}`],
  ["an end that no run has", "unknown_event", `workflow: w\non: { event: ‸run.paused }\n${one}`],
  ["an event without a point", "invalid", `workflow: w\non: { event: ‸changed }\n${one}`],
  ["a schedule of four fields", "invalid_schedule", `workflow: w\non: { schedule: ‸"0 6 * *" }\n${one}`],
  ...[
    "H H * * *",
    "H/15 * * * *",
    "H(0-5) 6 * * *",
    "0 6 ? * 1",
    "0 6 L * *",
    "0 6 * * 5L",
    "0 6 * * 1#2",
  ].map((schedule): [string, ProblemCode, string] => [
    `a schedule with a mark of some crons alone: ${schedule}`,
    "invalid_schedule",
    `workflow: w\non:\n  - event: proposal.applied\n  - { schedule: ‸"${schedule}" }\n${one}`,
  ]),
  ["a schedule on 30 February", "invalid_schedule", `workflow: w\non: { schedule: ‸"0 6 30 2 *" }\n${one}`],
  ["a schedule at 25 o'clock", "invalid_schedule", `workflow: w\non: { schedule: ‸"0 25 * * *" }\n${one}`],
  [
    "an unknown time zone",
    "invalid_schedule",
    `workflow: w\non: { schedule: "0 6 * * 1", timezone: ‸Moon/Base }\n${one}`,
  ],
  [
    "a time zone without a schedule",
    "invalid_schedule",
    `workflow: w\non: { event: proposal.applied, timezone: ‸Europe/Oslo }\n${one}`,
  ],
  [
    "a trigger that gives an unknown input",
    "unknown_field",
    `workflow: w\non: { event: proposal.applied, inputs: { ‸sku: x } }\n${one}`,
  ],
  [
    "a trigger that leaves a required input out",
    "missing",
    `workflow: w\n‸on: { event: proposal.applied }\ninputs: { type: object, required: [sku], properties: { sku: { type: string } } }\n${one}`,
  ],
  [
    "a trigger that asks for a step",
    "unknown_name",
    `workflow: w\non: { event: proposal.applied, dedupe: "\${{ ‸steps.a.output }}" }\n${one}`,
  ],
  [
    "a trigger told apart by a list",
    "expression_type",
    `workflow: w\non: { event: proposal.applied, dedupe: ‸"\${{ [1] }}" }\n${one}`,
  ],
];

test.each(cases)("%s is found at its place: %s", (_, code, text) => expectProblemAtMark(code, text));

test.each([
  ["a second document", `workflow: w\n${one}\n---\nworkflow: v\n`, "A workflow is one document"],
  ["a key twice", `workflow: w\nworkflow: v\n${one}`, "each key stands once"],
  ["a tab", `workflow: w\nsteps:\n\t- id: a\n`, "Indent with spaces"],
  ["an open quote", `workflow: "w`, "not closed"],
  ["a text for a list", "workflow: w\nsteps: many\n", "Must be a list."],
  ["an empty list", "workflow: w\nsteps: []\n", "Must have at least 1 entry."],
  ["a limit in words", `workflow: w\nlimits: { writes: many }\n${one}`, "Must be a number."],
  ["a limit too high", `workflow: w\nlimits: { writes: 501 }\n${one}`, "Must be at most 500."],
  [
    "one of several types",
    withSteps(
      "id: a\ntool: netsuite.read\nwith: { action_type: ar_note, entity_type: customer, entity_ref: [1] }",
    ),
    "Must be text or a number.",
  ],
  [
    "choices where nothing is chosen",
    withSteps(
      "id: a\ntool: human.ask\nwith: { interaction_type: approval, message: Hi, options: [{ value: a, label: A }], responders: [{ role: approver }] }",
    ),
    "leave them out, or ask a selection instead",
  ],
])("%s is refused with what would be right", (_, text, right) => {
  const { problems } = checkWorkflow(text);
  expect(problems!.map(({ message }) => message).join(" ")).toContain(right);
});

test("a key without a value is refused, and ends nothing", () => {
  expect(checkWorkflow(`workflow: w\n? other\n${one}`).problems).toMatchObject([{ code: "unknown_field" }]);
});

test("an event of another form is refused with the name of one that there is, and so is one explained to people", () => {
  const { problems } = checkWorkflow(`workflow: w\non: { event: changed }\n${one}`);
  const texts = [problems![0]!.message, readFileSync("docs/workflows.md", "utf8")];
  for (const said of texts) {
    const [, name] = /(?:named like|event of ours, such as) `([^`]+)`/.exec(said)!;
    expect(TRIGGER_EVENTS).toContain(name);
  }
});

test("a text of more characters than a workflow may have is refused, and the limit is named", () => {
  const { problems } = checkWorkflow(`# ${"x".repeat(SOURCE_LENGTH_MAX)}`);
  expect(problems).toMatchObject([{ code: "too_long", message: expect.stringContaining("50,000") }]);
});

test.each([
  ["lists in one line", "[".repeat(20_000) + "]".repeat(20_000)],
  ["maps in one line", "{a: ".repeat(12_000)],
  ["items on one line", `${"- ".repeat(20_000)}x`],
  ["keys without names", `${"? ".repeat(20_000)}x`],
  ["indents", Array.from({ length: 300 }, (__, level) => `${" ".repeat(level)}a:`).join("\n")],
  ["lists just below the parser's limit", "[".repeat(199) + "]".repeat(199)],
  ["a value just too deep", withSteps(working("[".repeat(30) + "]".repeat(30)))],
])("%s, nested too deep, are refused at once and end nothing", (_, text) => {
  const workMs = startWorkTime();
  const { problems } = checkWorkflow(text);
  expect(problems!.map(({ code }) => code)).toContain("too_deep");
  expect(workMs()).toBeLessThan(1_000);
});

test("an alias is refused where it stands", () => {
  const { problems } = checkWorkflow(`workflow: w\ntitle: &t x\nsteps: *t\n`);
  expect(problems).toMatchObject([
    { code: "anchor_not_allowed" },
    { line: 3, column: 8, code: "anchor_not_allowed" },
  ]);
});

test("every problem of a text is told at once, in its order", () => {
  const { problems } = checkWorkflow(
    withSteps("id: A\ntool: transform", "id: b\ntool: transform\nretries: 2", "id: c"),
  );
  expect(problems).toMatchObject([
    { line: 5, code: "invalid" },
    { line: 9, code: "unknown_field" },
    { line: 10, code: "missing" },
  ]);
});

test.each(["0 6 * * 1", "*/15 6-18 1,15 jan-MAR mon-fri", "5/10 * * * 7"])(
  "a schedule such as %s is taken",
  (schedule) => {
    expect(checkWorkflow(`workflow: w\non: { schedule: "${schedule}" }\n${one}`).problems).toBeNull();
  },
);

test("inputs whose schema comes again further down are no fault", () => {
  const inputs = `{ type: object, $defs: { tree: { type: object, properties: { child: { $ref: "#/$defs/tree" } } } }, properties: { a: { $ref: "#/$defs/tree" }, b: { $ref: "#" } } }`;
  expect(checkWorkflow(`workflow: w\ninputs: ${inputs}\n${one}`).problems).toBeNull();
});

test("a run of a text from before deadlines had a most has that one", () => {
  expect(deadlineSecondsOf({ limits: { deadline: "999999d" } })).toBe(3_650 * 86_400);
  expect(deadlineSecondsOf({ limits: { deadline: "3d" } })).toBe(3 * 86_400);
});
