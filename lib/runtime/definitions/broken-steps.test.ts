import { expect, test } from "vitest";
import { startWorkTime } from "@/lib/limits/testing/work-time";
import { checkWorkflow } from "./check-workflow";
import { STEPS_MAX } from "./definition";
import type { ProblemCode } from "./problem";
import { expectProblemAtMark, withSteps, working } from "./testing/at-mark";

/** Each text has one fault in its steps, at the mark. */

const note = (more: string, id = "note") =>
  `id: ${id}\ntool: netsuite.propose\nwith:\n  action_type: ar_note\n  entity_ref: Acme\n  changes: [{ field: note, to: x }]\n${more}`;
const get = "method: GET, url: https://a.example";
const ask = (values: string) =>
  `id: a\ntool: human.ask\nwith: { message: Well?, responders: [{ role: approver }], ${values} }`;

const cases: [name: string, code: ProblemCode, text: string][] = [
  ["no id", "missing", withSteps("‸tool: transform\nwith: { value: 1 }")],
  ["an id with a hyphen", "invalid", withSteps(working("1", "‸low-stock"))],
  ["an id of 49 characters", "invalid", withSteps(working("1", `‸${"a".repeat(49)}`))],
  ["an id twice", "duplicate_step", withSteps(working("1", "a"), working("2", "‸a"))],
  ["neither tool nor wait nor call", "missing", withSteps("‸id: a\ntitle: b")],
  ["a tool and a wait", "invalid", withSteps("id: a\ntool: transform\nwait: ‸2h")],
  ["a field that is misspelled", "unknown_field", withSteps("id: a\nwait: 2h\n‸whit: {}")],
  ["an unknown tool", "unknown_tool", withSteps("id: a\ntool: ‸netsuite.write\nwith: {}")],
  ["a tool named by a prototype", "unknown_tool", withSteps("id: a\ntool: ‸constructor\nwith: {}")],
  [
    "needs that name no step",
    "unknown_step",
    withSteps(working("1", "a"), `${working("2", "b")}\nneeds: [‸c]`),
  ],
  ["a step that needs itself", "cycle", withSteps(`${working("1", "a")}\nneeds: [‸a]`)],
  [
    "two steps that need each other",
    "cycle",
    withSteps(`${working("1", "a")}\nneeds: [b]`, `${working("2", "b")}\nneeds: [‸a]`),
  ],
  [
    "a circle of three, closed by the order of the text",
    "cycle",
    withSteps(`${working("1", "a")}\nneeds: [c]`, `‸${working("2", "b")}`, working("3", "c")),
  ],
  ["a wait without a unit", "invalid", withSteps('id: a\nwait: ‸"20"')],
  ["a wait for a number", "expression_type", withSteps("id: a\nwait: ‸${{ 20 }}")],
  ["a wait with values", "unknown_field", withSteps("id: a\nwait: 2h\n‸with: { value: 1 }")],
  ["a wait longer than the usual deadline", "waits_beyond_deadline", withSteps("id: a\nwait: ‸8d")],
  ["waits that pass it together", "waits_beyond_deadline", withSteps("id: a\nwait: 4d", "id: b\nwait: ‸4d")],
  ["an approval of a write for seconds", "invalid", withSteps(note("approval: { expires: ‸5s }"))],
  [
    "an approval of a write for months",
    "invalid",
    `${withSteps(note("approval: { expires: ‸60d }")).replace("writes: 5", "writes: 5, deadline: 90d")}`,
  ],
  [
    "an approval of a request for days",
    "invalid",
    withSteps(
      `id: call\ntool: http.request\napproval: { expires: ‸2d }\nwith: { method: GET, url: "https://a.example/" }`,
    ),
  ],
  ["an approval that outlasts it", "waits_beyond_deadline", withSteps(note("approval: { expires: ‸9d }"))],
  ["a timeout that outlasts it", "waits_beyond_deadline", withSteps(`${working("1")}\ntimeout: ‸192h`)],
  ["a question of an unknown kind", "invalid", withSteps(ask("interaction_type: ‸vote"))],
  [
    "a selection without options",
    "invalid",
    withSteps(
      "id: a\ntool: human.ask\nwith: ‸{ message: Well?, responders: [{ role: approver }], interaction_type: selection }",
    ),
  ],
  [
    "an approval with options",
    "invalid",
    withSteps(ask("interaction_type: approval, options: ‸[{ value: a, label: A }]")),
  ],
  [
    "an option twice",
    "invalid",
    withSteps(ask("interaction_type: selection, options: [{ value: a, label: A }, { value: ‸a, label: B }]")),
  ],
  [
    "an input whose schema is none",
    "invalid",
    withSteps(ask("interaction_type: input, schema: { type: ‸numeral }")),
  ],
  [
    "a default that is no option",
    "invalid",
    withSteps(
      ask(
        "interaction_type: selection, options: [{ value: a, label: A }], timeout_action: default_response, default_response: ‸b",
      ),
    ),
  ],
  [
    "a default that nothing takes",
    "invalid",
    withSteps(ask("interaction_type: approval, default_response: ‸{ approved: true }")),
  ],
  [
    "responders twice",
    "invalid",
    withSteps(
      `id: a\ntool: human.ask\nwith: { message: Well?, interaction_type: approval, responders: [{ role: approver }, ‸{ role: approver }] }`,
    ),
  ],
  [
    "a channel that carries no questions",
    "invalid",
    withSteps(ask("interaction_type: approval, channel_type: ‸teams")),
  ],
  [
    "two days for an answer",
    "invalid",
    withSteps(ask("interaction_type: approval, timeout_seconds: ‸172800")),
  ],
  [
    "questions that outlast the deadline together",
    "waits_beyond_deadline",
    withSteps(
      ask("interaction_type: approval, timeout_seconds: 3000"),
      ask("interaction_type: approval, timeout_seconds: ‸3000").replace("id: a", "id: b"),
    ).replace("writes: 5", "deadline: 90m"),
  ],
  [
    "a question that outlasts it without saying so",
    "waits_beyond_deadline",
    withSteps(ask("interaction_type: approval").replace("tool: ", "tool: ‸")).replace(
      "writes: 5",
      "deadline: 30m",
    ),
  ],
  [
    "the answer of a step that asks nothing so",
    "unknown_name",
    withSteps(
      ask("interaction_type: approval"),
      'id: b\ntool: transform\nwith: { value: "${{ steps.a.output.‸reply }}" }',
    ),
  ],
  ["a timeout in words", "invalid", withSteps(`${working("1")}\ntimeout: ‸soon`)],
  ["eleven attempts", "invalid", withSteps(`${working("1")}\nretry: { attempts: ‸11 }`)],
  ["no attempt", "invalid", withSteps(`${working("1")}\nretry: { attempts: ‸0 }`)],
  [
    "an approval of what nobody approves",
    "approval_not_needed",
    withSteps(`${working("1")}\n‸approval: { two_person: true }`),
  ],
  ["an approval of a wait", "approval_not_needed", withSteps("id: a\nwait: 2h\n‸approval: {}")],
  ["an approval by three", "unknown_field", withSteps(note("approval: { ‸three_person: true }"))],
  ["a for without its max", "max_missing", withSteps(`${working("1")}\n‸for: \${{ inputs.skus }}`)],
  ["a max without a for", "max_without_for", withSteps(`${working("1")}\n‸max: 3`)],
  [
    "a max of five hundred and one",
    "invalid",
    withSteps(`${working("1")}\nfor: \${{ inputs.skus }}\nmax: ‸501`),
  ],
  ["a for over a text", "expression_type", withSteps(`${working("1")}\nfor: ‸\${{ inputs.sku }}\nmax: 2`)],
  ["a for over words", "expression", withSteps(`${working("1")}\nfor: ‸all of them\nmax: 2`)],
  ["a condition that is a text", "expression_type", withSteps(`${working("1")}\nif: ‸\${{ inputs.sku }}`)],
  ["a condition in words", "expression", withSteps(`${working("1")}\nif: ‸when it rains`)],
  ["a condition that is never true", "unreachable", withSteps(`${working("1")}\nif: ‸\${{ 1 > 2 }}`)],
  [
    "a condition that has no value",
    "unreachable",
    withSteps(`${working("1")}\nif: ‸\${{ decimal('1e900000000') > decimal('1') }}`),
  ],
  [
    "a write without a limit",
    "writes_limit_missing",
    withSteps(note("").replace("tool: ", "tool: ‸")).replace("writes: 5", "concurrency: 1"),
  ],
  [
    "one write too many",
    "writes_over_limit",
    withSteps(note(""), note("", "other").replace("tool: ", "tool: ‸")).replace("writes: 5", "writes: 1"),
  ],
  [
    "a for that may write too often",
    "writes_over_limit",
    withSteps(note("for: ${{ inputs.skus }}\nmax: ‸6")),
  ],
  [
    "a call to an address that counts as a write",
    "writes_over_limit",
    withSteps(`id: a\ntool: ‸http.request\nwith: { ${get} }`).replace("writes: 5", "writes: 0"),
  ],
  ["a call of itself", "calls_itself", withSteps("id: a\ncall: ‸w")],
  ["an unknown action type", "unknown_action_type", withSteps(note("").replace("ar_note", "‸ar_notes"))],
  [
    "an unknown field of it",
    "unknown_target_field",
    withSteps(note("").replace("field: note", "field: ‸price")),
  ],
  [
    "another type of record than its own",
    "invalid",
    withSteps(note("").replace("entity_ref", "entity_type: ‸item\n  entity_ref")),
  ],
  [
    "a proposal without changes",
    "missing",
    withSteps("id: a\ntool: netsuite.propose\n‸with:\n  action_type: ar_note\n  entity_ref: Acme"),
  ],
  ["a proposal of no change", "invalid", withSteps(note("").replace("[{ field: note, to: x }]", "‸[]"))],
  [
    "a change without its value",
    "missing",
    withSteps(note("").replace(", to: x }", " }").replace("{ field", "‸{ field")),
  ],
  ["a value that is a list", "invalid", withSteps(note("").replace("to: x", "to: ‸[1]"))],
  [
    "an address without https",
    "invalid",
    withSteps("id: a\ntool: http.request\nwith: { method: GET, url: ‸http://a.example }"),
  ],
  [
    "an unknown method",
    "invalid",
    withSteps("id: a\ntool: http.request\nwith: { method: ‸STEAL, url: https://a.example }"),
  ],
  [
    "a model without its provider",
    "invalid",
    withSteps("id: a\ntool: model.call\nwith: { model: ‸large, prompt: Hi, output_tokens_max: 10 }"),
  ],
  [
    "a schema of an answer that is none",
    "invalid_schema",
    withSteps(
      "id: a\ntool: model.call\nwith: { model: acme/l, prompt: Hi, output_tokens_max: 10, schema: { type: ‸colour } }",
    ),
  ],
  [
    "a model's schema that refers to itself without an end",
    "invalid_schema",
    withSteps(
      'id: a\ntool: model.call\nwith: { model: acme/l, prompt: Hi, output_tokens_max: 10, schema: { type: object, $defs: { p: { $ref: "#/$defs/q" }, q: { allOf: [{ $ref: ‸"#/$defs/p" }] } } } }',
    ),
  ],
  [
    "a search by its title",
    "invalid",
    withSteps("id: a\ntool: netsuite.search\nwith: { search: ‸All bids }"),
  ],
  [
    "an unknown value of a tool",
    "unknown_field",
    withSteps("id: a\ntool: transform\nwith: { value: 1, ‸values: 2 }"),
  ],
];

test.each(cases)("%s is found at its place: %s", (_, code, text) => expectProblemAtMark(code, text));

const many = (count: number) =>
  withSteps(
    ...Array.from({ length: count }, (_, index) => `{ id: s${index}, tool: transform, with: { value: 1 } }`),
  );

test("more steps than a run may have are refused, and the limit is named", () => {
  expect(checkWorkflow(many(STEPS_MAX)).problems).toBeNull();
  const message = "A run has at most 500 steps, each element of a `for` counted: with s500 there are 501.";
  expect(checkWorkflow(many(STEPS_MAX + 1)).problems).toMatchObject([{ code: "too_many_steps", message }]);
});

test("the elements of a for count as steps", () => {
  const text = withSteps(
    `${working("1", "a")}\nfor: \${{ inputs.skus }}\nmax: 300`,
    `‸${working("1", "b")}\nfor: \${{ inputs.skus }}\nmax: 300`,
  );
  expectProblemAtMark("too_many_steps", text);
});

test("steps beside each other wait no longer than the longest of them", () => {
  const beside = withSteps("id: a\nwait: 4d\nneeds: []", "id: b\nwait: 4d\nneeds: []");
  expect(checkWorkflow(beside).problems).toBeNull();
});

test("a thousand steps in a circle are told at once", () => {
  const steps = Array.from(
    { length: 1_000 },
    (_, index) => `{ id: s${index}, wait: 1s, needs: [s${(index + 1) % 1_000}] }`,
  );
  const workMs = startWorkTime();
  expect(checkWorkflow(withSteps(...steps)).problems!.map(({ code }) => code)).toContain("cycle");
  expect(workMs()).toBeLessThan(3_000);
});
