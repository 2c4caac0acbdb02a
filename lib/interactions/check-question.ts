import type { AskInput, PreviewInput, PreviewView } from "@/lib/contract/interactions/interactions";
import { AppError, type FieldIssue } from "@/lib/core/errors";
import { schemaOfAnswers } from "@/lib/core/interaction/answer-schema";
import { fillTemplate } from "@/lib/core/interaction/template";
import { whyNotStorable } from "@/lib/core/values/storable";
import { type JsonSchema, checkBySchema } from "@/lib/limits/check-by-schema";
import { schemaFaults } from "@/lib/limits/schema-faults";

/** A question as people would see it, with what is still missing. Asks nobody. @throws AppError validation_failed 422. */
export function previewQuestion(input: PreviewInput): PreviewView {
  throwIfInvalid(formIssues(input));
  const { text, problems } = fillTemplate(input.request_data.message, input.context);
  return { message: text, problems, schema: schemaOfAnswers(input.interaction_type, input.request_data) };
}

/** The message, filled in. @throws AppError validation_failed 422, naming each field at fault. */
export function checkQuestion(input: AskInput): string {
  throwIfInvalid(formIssues(input));
  const { text, problems } = fillTemplate(input.request_data.message, input.context);
  throwIfInvalid([
    ...problems.map((message) => ({ path: "request_data.message", message })),
    ...askingIssues(input),
  ]);
  return text;
}

/** A form names the field; the text of a workflow has a place for each part of it. */
interface QuestionIssue extends FieldIssue {
  /** Where in the field it is, where it is not the whole. */
  within?: readonly (string | number)[];
}

/** The faults of a question, apart from its message. */
export function questionIssues(input: AskInput): QuestionIssue[] {
  const issues = formIssues(input);
  return issues.length > 0 ? issues : askingIssues(input);
}

const askingIssues = (input: AskInput): QuestionIssue[] => [
  ...responderIssues(input),
  ...timingIssues(input),
  ...channelIssues(input),
];

/** @throws AppError validation_failed 422 naming each field. Nothing if there are no issues. */
export function throwIfInvalid(found: readonly FieldIssue[]): void {
  if (found.length === 0) return;
  const issues = found.map(({ path, message }) => ({ path, message }));
  const [{ path, message }] = issues as [FieldIssue];
  throw new AppError("validation_failed", `${path} ${message}.`, { issues });
}

function formIssues(input: PreviewInput): QuestionIssue[] {
  const { interaction_type: type, request_data: data } = input;
  const issues: QuestionIssue[] = [];
  const add = (path: string, message: string, within: QuestionIssue["within"] = []) =>
    void issues.push({ path: `request_data.${path}`, message, within });
  if (type === "input" && !data.schema) add("schema", "says what an answer is: an input needs one");
  if (data.schema && type !== "input" && type !== "review")
    add(
      "schema",
      `is for the types input and review alone: leave it out, or ask an input instead of the ${type}`,
    );
  if (type === "selection" && !data.options) add("options", "are what a selection chooses from");
  if (data.options && type !== "selection")
    add(
      "options",
      `are for the type selection alone: leave them out, or ask a selection instead of the ${type}`,
    );
  const value = firstRepeated(data.options?.map((option) => option.value));
  if (value !== null) add("options", "have the same value twice", [value, "value"]);
  const label = firstRepeated(data.options?.map((option) => asRead(option.label)));
  if (label !== null) add("options", "have two labels that look the same", [label, "label"]);
  for (const { path, why } of data.schema ? schemaFaults(data.schema) : [])
    add("schema", `is no JSON Schema: ${why}`, path);
  const unstorable = whyNotStorable(input);
  if (unstorable) add("message", `or a part of the question ${unstorable}`);
  return issues;
}

/** The index of the first text that stands before it already. Null: each stands once. */
function firstRepeated(texts: readonly string[] = []): number | null {
  const index = texts.findIndex((text, at) => texts.indexOf(text) < at);
  return index < 0 ? null : index;
}

/** One form for labels that look the same, so that people cannot confuse two options. */
const asRead = (label: string): string =>
  label
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

function responderIssues(input: AskInput): QuestionIssue[] {
  const { responders, rule, answers_needed: needed, in_order: inOrder } = input;
  const issues: QuestionIssue[] = [];
  const add = (path: string, message: string, within: QuestionIssue["within"] = []) =>
    void issues.push({ path, message, within });
  const again = firstRepeated(responders.map((one) => JSON.stringify(one)));
  if (again !== null && !inOrder) add("responders", "name the same one twice", [again]);
  const role = responders.findIndex((one) => "role" in one);
  const hasRole = role >= 0;
  if (rule === "all" && hasRole && !inOrder)
    add("responders", "are people where all of them answer: say n_of_m, or in_order, for roles", [role]);
  if (inOrder && rule !== "all") add("in_order", "is for the rule `all`");
  if ((rule === "n_of_m") !== (needed !== undefined)) add("answers_needed", "goes with the rule `n_of_m`");
  if (needed !== undefined && !hasRole && needed > responders.length)
    add("answers_needed", `is more than the ${responders.length} who are asked`);
  if (input.escalate_after_seconds !== undefined && (rule !== "first" || responders.length < 2))
    add("escalate_after_seconds", "is for the rule `first` and several responders");
  return issues;
}

/** Whether the company has connected it, `putQuestion` asks. */
const channelIssues = ({ channel_type: channel }: AskInput): FieldIssue[] =>
  channel === "in_app" || isOfPeople(channel)
    ? []
    : [
        {
          path: "channel_type",
          message: `must be in_app, slack, email or webhook: ${channel} carries no questions`,
        },
      ];

const isOfPeople = (channel: AskInput["channel_type"]) =>
  channel === "slack" || channel === "email" || channel === "webhook";

function timingIssues(input: AskInput): FieldIssue[] {
  const { default_response: value, timeout_action: action } = input;
  const given = value !== undefined && value !== null;
  if (given !== (action === "default_response"))
    return [{ path: "default_response", message: "goes with the timeout_action `default_response`" }];
  if (!given) return [];
  const schema = schemaOfAnswers(input.interaction_type, input.request_data) as JsonSchema;
  return checkBySchema(schema, value, "default_response").issues ?? [];
}
