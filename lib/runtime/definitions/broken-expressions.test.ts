import { expect, test } from "vitest";
import { startWorkTime } from "@/lib/limits/testing/work-time";
import { checkWorkflow } from "./check-workflow";
import type { ProblemCode } from "./problem";
import { expectProblemAtMark, withSteps, working } from "./testing/at-mark";

/** Each text has one fault in an expression, at the mark. */

const first = working("${{ inputs.skus }}", "first");
const get = (more: string) =>
  `id: get\ntool: http.request\nwith:\n  method: GET\n  url: https://a.example\n${more}`;

/** A text that waits for this, and knows runs by a member of what came. */
const waiting = (on: string, member: string) =>
  `workflow: w\non: { ${on}, dedupe: "\${{ event.‸${member} }}" }\nsteps: [{ id: a, tool: transform, with: { value: 1 } }]`;

const cases: [name: string, code: ProblemCode, text: string][] = [
  ["one that nothing closes", "expression", withSteps(working("‸${{ inputs.sku"))],
  ["one of nothing", "expression", withSteps(working("${{‸ }}"))],
  ["half a sum", "expression", withSteps(working("${{ inputs.count + ‸}}"))],
  ["a bracket too many", "expression", withSteps(working("${{ (inputs.count)‸) }}"))],
  ["an unknown name", "unknown_name", withSteps(working("${{ ‸input.sku }}"))],
  ["the second of a text", "unknown_name", withSteps(working("${{ inputs.sku }} and ${{ ‸sku }}"))],
  ["one in quotes", "unknown_name", withSteps(working('"a ${{ ‸sku }}"'))],
  ["an unknown input", "unknown_name", withSteps(working("${{ inputs.‸skew }}"))],
  ["an unknown step", "unknown_step", withSteps(first, working("${{ steps.‸second.output.value }}"))],
  ["the step itself", "step_not_before", withSteps(working("${{ steps.‸work.output.value }}"))],
  [
    "a step that comes after it",
    "step_not_before",
    withSteps(working("${{ steps.‸later.output.value }}"), working("1", "later")),
  ],
  [
    "a step that runs beside it",
    "step_not_before",
    withSteps(first, `${working("${{ steps.‸first.output.value }}")}\nneeds: []`),
  ],
  ["an unknown result", "unknown_name", withSteps(first, working("${{ steps.first.‸result }}"))],
  [
    "an unknown field of a result",
    "unknown_name",
    withSteps(get(""), working("${{ steps.get.output.‸code }}")),
  ],
  [
    "the one result of many",
    "unknown_name",
    withSteps(`${first}\nfor: \${{ inputs.skus }}\nmax: 2`, working("${{ steps.first.‸output }}")),
  ],
  ["an element where there is no for", "unknown_name", withSteps(working("${{ ‸item.sku }}"))],
  [
    "an element in its own for",
    "unknown_name",
    withSteps(`${working("1")}\nfor: \${{ ‸item.list }}\nmax: 2`),
  ],
  ["what no event of an action says", "unknown_name", waiting("event: proposal.applied", "price")],
  ["what no event of a push says", "unknown_name", waiting("event: push.dead", "workflow")],
  ["what no event of a run says", "unknown_name", waiting("event: run.failed", "action_id")],
  ["what no time says", "unknown_name", waiting('schedule: "0 6 * * *"', "id")],
  ["the event within a step", "unknown_name", withSteps(working("${{ ‸event.id }}"))],
  ["the error outside on_error", "unknown_name", withSteps(working("${{ ‸error.message }}"))],
  [
    "a step within on_error",
    "unknown_step",
    `${withSteps(first)}on_error:\n  - id: a\n    tool: transform\n    with: { value: "\${{ steps.‸first.output }}" }\n`,
  ],
  ["a whole number and a fraction", "expression_type", withSteps(working("${{ ‸inputs.count + 1.5 }}"))],
  ["a text and a number", "expression_type", withSteps(working("${{ ‸inputs.sku + 1 }}"))],
  ["an unknown function", "expression_type", withSteps(working("${{ ‸upper(inputs.sku) }}"))],
  ["a function of another type", "expression_type", withSteps(working("${{ ‸size(inputs.count) }}"))],
  [
    "a regular expression",
    "function_not_allowed",
    withSteps(working('${{ ‸inputs.sku.matches("(a+)+$") }}')),
  ],
  [
    "a name for a part",
    "function_not_allowed",
    withSteps(working("${{ ‸cel.bind(a, inputs.sku + inputs.sku, a + a) }}")),
  ],
  [
    "a list within a list",
    "nested_comprehension",
    withSteps(working("${{ inputs.skus.map(a, ‸inputs.skus.map(b, a + b)) }}")),
  ],
  [
    "an element named like a place",
    "name_taken",
    withSteps(working("${{ inputs.skus.map(‸steps, steps + 'x') }}")),
  ],
  [
    "a secret that is not named",
    "unknown_secret",
    withSteps(get('  headers: { authorization: "${{ secrets.‸KEY }}" }')),
  ],
  [
    "a secret in a body",
    "secret_not_allowed_here",
    `${withSteps(get('  body: "${{ secrets.‸KEY }}"'))}secrets: [KEY]\n`,
  ],
  [
    "a secret in an address",
    "secret_not_allowed_here",
    `${withSteps(get("").replace("https://a.example", "https://a.example/${{ secrets.‸KEY }}"))}secrets: [KEY]\n`,
  ],
  ...["${{ inputs.sku }}", "https://${{ inputs.sku }}/x", "https://a.example${{ inputs.sku }}"].map(
    (url): [string, ProblemCode, string] => [
      `a secret that goes to a host which somebody else chooses: ${url}`,
      "secret_not_allowed_here",
      `${withSteps(get('  headers: { authorization: "${{ secrets.KEY }}" }').replace("https://a.example", `‸"${url}"`))}secrets: [KEY]\n`,
    ],
  ),
  ...['"${{\\nsecrets.KEY }}"', '"${{\\tsecrets.KEY }}"', '"Bearer ${{\\n\\nsecrets.KEY }}"'].map(
    (header): (typeof cases)[number] => [
      `such a secret behind the end of a line: ${header}`,
      "secret_not_allowed_here",
      `${withSteps(get(`  headers: { authorization: ${header} }`).replace("https://a.example", '‸"https://${{ inputs.sku }}"'))}secrets: [KEY]\n`,
    ],
  ),
  [
    "a secret as the name of a header, which is kept",
    "secret_not_allowed_here",
    `${withSteps(get("  headers: ‸\"${{ {secrets.KEY: 'x'} }}\""))}secrets: [KEY]\n`,
  ],
  [
    "a secret in a condition",
    "secret_not_allowed_here",
    `${withSteps(`${working("1")}\nif: \${{ secrets.‸KEY == 'x' }}`)}secrets: [KEY]\n`,
  ],
  [
    "a list where a text is sent",
    "expression_type",
    withSteps(get('  headers: { x: ‸"${{ inputs.skus }}" }')),
  ],
  [
    "a text where a number is needed",
    "expression_type",
    withSteps(
      'id: a\ntool: netsuite.search\nwith: { search: customsearch_bids, rows_max: ‸"${{ inputs.sku }}" }',
    ),
  ],
  [
    "more characters than one may have",
    "expression_too_large",
    withSteps(working(`"\${{‸ ${"1 + ".repeat(600)}1 }}"`)),
  ],
  [
    "more parts than one may have",
    "expression_too_large",
    withSteps(working(`"\${{ ‸${"1+".repeat(149)}1+1+1 }}"`)),
  ],
];

test.each(cases)("%s is found at its place: %s", (_, code, text) => expectProblemAtMark(code, text));

test.each([
  ["an unknown input", "inputs.skew", "There is no skew in `inputs`. There are sku, count, skus."],
  ["an unknown field of a step", "steps.first.other", "There are output, skipped."],
  ["an unknown function", "upper(inputs.sku)", "There is no function upper. There are"],
  ["a function of another type", "size(inputs.count)", "`size` does not take these types"],
  ["a whole number and a fraction", "inputs.count + 1.5", "so that both are of one type"],
  ["the opposite of a text", "!inputs.sku", "`!` stands before true or false"],
  ["half a sum", "inputs.count +", "ends too early"],
  ["a sign that CEL does not have", "inputs.count & 1", "An expression is CEL, such as"],
  [
    "three hundred parts",
    `${"1+".repeat(151)}1`,
    "at most 300 parts: work some of them out in a step before",
  ],
  ["too many levels", `${"[".repeat(30)}1${"]".repeat(30)}`, "at most 24 levels deep"],
])("%s is refused with what would be right", (_, source, right) => {
  const { problems } = checkWorkflow(withSteps(first, working(`"\${{ ${source} }}"`)));
  expect(problems).toHaveLength(1);
  expect(problems![0]!.message).toContain(right);
});

test.each([
  ["brackets", `${"(".repeat(900)}1${")".repeat(900)}`],
  ["lists", "[".repeat(1_900)],
  ["conditions", "true ? ".repeat(280)],
  ["negations", `${"!".repeat(1_900)}true`],
  ["members", `inputs${".a".repeat(900)}`],
  ["a list of lists of lists", "inputs.skus.map(a, inputs.skus.map(b, inputs.skus.map(c, inputs.skus)))"],
  [
    "a regular expression that would run for minutes",
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!'.matches('(a+)+$')",
  ],
  ["texts that double", "cel.bind(a, inputs.sku + inputs.sku, cel.bind(b, a + a, b + b))"],
])("a bomb of %s is refused in under a second", (_, source) => {
  const workMs = startWorkTime();
  expect(checkWorkflow(withSteps(working(`"\${{ ${source} }}"`))).problems).toHaveLength(1);
  expect(workMs()).toBeLessThan(1_000);
});

/** As the value of a step, over several lines. */
const overLines = (value: string) => withSteps(working(value.replaceAll("\n", "\n    ")));

test.each([
  ["as they are", "|\nOne\n${{ inputs.sku +\n\n  ‸two }}"],
  [
    "as they are, with the last one's end left out, behind a remark",
    "|- # ${{x}}\nOne ${{ inputs.sku +\n    ‸two }}",
  ],
  ["as they are, at an indent of their own", "|2\n    One\n  ${{ inputs.sku +\n     ‸two }}"],
  ["folded", ">\nOne\n${{\n  inputs.sku +\n\n    'x' +\n  ‸two }}"],
  ["without quotes", "${{ inputs.sku +\n\n 'x' +\n ‸two }}"],
  ["in single quotes", "'it''s ${{ inputs.sku +\n ''x'' + ‸two }}'"],
  ["in double quotes", "\"One ${{ inputs.sku +\n\n 'x' +\n ‸two }}\""],
  [
    "in double quotes with escapes",
    '"\\"\\x41\\u00e9\\U0001F600 \\\n ${{ inputs.sku + \\"x\\" +\\n\n ‸two }}"',
  ],
  ["that end as on Windows", "|\r\nOne\r\n${{ inputs.sku +\r\n  ‸two }}"],
  ["behind an expression within a text", "|\n${{ '${{' }}\n${{ inputs.sku + '${{' +\n  ‸two }}"],
])("an unknown name on the last of several lines is found at its place: %s", (_, value) =>
  expectProblemAtMark("unknown_name", overLines(value)),
);

test.each<[string, ProblemCode, string]>([
  ["a field", "unknown_name", "|\n${{ inputs\n  .‸skew }}"],
  ["a sum", "expression_type", "|\n${{ inputs.count +\n  (‸inputs.count\n  + 1.5) }}"],
  [
    "a list within a list",
    "nested_comprehension",
    "|\n${{ inputs.skus.map(a,\n  ‸inputs.skus.map(b, a + b)) }}",
  ],
  ["an end that comes too early", "expression", "|\n${{ inputs.count +\n  ‸}}"],
  ["an expression that nothing closes", "expression", "|\n${{ inputs.sku }}\n‸${{ inputs.sku\n}"],
])("%s of an expression over several lines is found at its place: %s", (_, code, value) =>
  expectProblemAtMark(code, overLines(value)),
);

test.each([
  ["a map", "${{ {'a': {'b': inputs.sku}} }}"],
  ["braces within a text", "${{ inputs.sku + '}}' }}"],
  ["lists one after the other", "${{ inputs.skus.filter(a, a != 'x').map(b, b + 'y') }}"],
  ["exact decimals", "${{ string((decimal('1.10') * decimal(inputs.count)).round(2)) }}"],
  ["a name that a comprehension gives", "${{ inputs.skus.exists(secret, secret == 'x') }}"],
])("%s may stand in one", (_, value) => {
  expect(checkWorkflow(withSteps(working(JSON.stringify(value)))).problems).toBeNull();
});
