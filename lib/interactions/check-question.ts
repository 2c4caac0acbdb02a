import type { AskInput, PreviewInput, PreviewView } from "@/lib/contract/interactions/interactions";
import { AppError, type FieldIssue } from "@/lib/core/errors";
import { schemaOfAnswers } from "@/lib/core/interaction/answer-schema";
import { fillTemplate } from "@/lib/core/interaction/template";
import { whyNotStorable } from "@/lib/core/values/storable";
import { type JsonSchema, checkBySchema, whyNoSchema } from "@/lib/limits/check-by-schema";

/** A question as people would see it, with what is still missing. Asks nobody. @throws AppError validation_failed 422. */
export function previewQuestion(input: PreviewInput): PreviewView {
  refuseWhere(formIssues(input));
  const { text, problems } = fillTemplate(input.request_data.message, input.context);
  return { message: text, problems, schema: schemaOfAnswers(input.interaction_type, input.request_data) };
}

/** The message, filled in. @throws AppError validation_failed 422, naming each field at fault. */
export function checkQuestion(input: AskInput): string {
  refuseWhere(formIssues(input));
  const { text, problems } = fillTemplate(input.request_data.message, input.context);
  refuseWhere([
    ...problems.map((message) => ({ path: "request_data.message", message })),
    ...askingIssues(input),
  ]);
  return text;
}

/** What is wrong with it, whatever its message says. */
export function questionIssues(input: AskInput): FieldIssue[] {
  const issues = formIssues(input);
  return issues.length > 0 ? issues : askingIssues(input);
}

const askingIssues = (input: AskInput): FieldIssue[] => [
  ...responderIssues(input),
  ...timingIssues(input),
  ...channelIssues(input),
];

export function refuseWhere(issues: readonly FieldIssue[]): void {
  if (issues.length === 0) return;
  const [{ path, message }] = issues as [FieldIssue];
  throw new AppError("validation_failed", `${path} ${message}.`, { issues: [...issues] });
}

function formIssues(input: PreviewInput): FieldIssue[] {
  const { interaction_type: type, request_data: data } = input;
  const issues: FieldIssue[] = [];
  const add = (path: string, message: string) => void issues.push({ path: `request_data.${path}`, message });
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
  if (new Set(data.options?.map(({ value }) => value)).size !== (data.options?.length ?? 0))
    add("options", "have the same value twice");
  if (new Set(data.options?.map(({ label }) => asRead(label))).size !== (data.options?.length ?? 0))
    add("options", "have two labels that look the same");
  const why = data.schema ? whyNoSchema(data.schema) : null;
  if (why) add("schema", `is no JSON Schema: ${why}`);
  const unstorable = whyNotStorable(input);
  if (unstorable) add("message", `or a part of the question ${unstorable}`);
  return issues;
}

/** Of labels that nobody could tell apart: the same text. */
const asRead = (label: string): string =>
  label
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

function responderIssues(input: AskInput): FieldIssue[] {
  const { responders, rule, answers_needed: needed, in_order: inOrder } = input;
  const issues: FieldIssue[] = [];
  const add = (path: string, message: string) => void issues.push({ path, message });
  if (new Set(responders.map((one) => JSON.stringify(one))).size !== responders.length && !inOrder)
    add("responders", "name the same one twice");
  const hasRole = responders.some((one) => "role" in one);
  if (rule === "all" && hasRole && !inOrder)
    add("responders", "are people where all of them answer: say n_of_m, or in_order, for roles");
  if (inOrder && rule !== "all") add("in_order", "is for the rule `all`");
  if ((rule === "n_of_m") !== (needed !== undefined)) add("answers_needed", "goes with the rule `n_of_m`");
  if (needed !== undefined && !hasRole && needed > responders.length)
    add("answers_needed", `is more than the ${responders.length} who are asked`);
  if (input.escalate_after_seconds !== undefined && (rule !== "first" || responders.length < 2))
    add("escalate_after_seconds", "is for the rule `first` and several responders");
  return issues;
}

const channelIssues = ({ channel_type: channel }: AskInput): FieldIssue[] =>
  channel === "in_app" ? [] : [{ path: "channel_type", message: `${channel} is not set up; in_app is` }];

function timingIssues(input: AskInput): FieldIssue[] {
  const { default_response: value, timeout_action: action } = input;
  const given = value !== undefined && value !== null;
  if (given !== (action === "default_response"))
    return [{ path: "default_response", message: "goes with the timeout_action `default_response`" }];
  if (!given) return [];
  const schema = schemaOfAnswers(input.interaction_type, input.request_data) as JsonSchema;
  return checkBySchema(schema, value, "default_response").issues ?? [];
}
