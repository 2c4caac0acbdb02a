import type { FieldIssue } from "@/lib/core/errors";
import type { Role } from "@/lib/core/access/principal";
import type { InteractionType, ResponseRule, TimeoutAction } from "@/lib/core/interaction/interaction";
import { variablesOf } from "@/lib/core/interaction/template";
import type { JsonValue } from "./answer-form";

/** The form in which people ask: what is typed in it, and the question that it makes. The server checks the question. */

export interface AskDraft {
  type: InteractionType;
  message: string;
  /** The values of the message's variables, by name. */
  values: Readonly<Record<string, string>>;
  /** The options of a selection, one per line. */
  options: string;
  multiple: boolean;
  /** The JSON Schema of an input, or of a review that has its own. */
  schema: string;
  responders: readonly ResponderKey[];
  rule: ResponseRule;
  answersNeeded: string;
  inOrder: boolean;
  /** Empty: never. */
  escalateAfterSeconds: string;
  reminderSeconds: string;
  timeoutSeconds: string;
  timeoutAction: TimeoutAction;
  /** JSON. */
  defaultResponse: string;
}

/** `person:7` or `role:approver`. */
export type ResponderKey = `person:${number}` | `role:${Role}`;

export const FIRST_SCHEMA = JSON.stringify(
  {
    type: "object",
    required: ["amount"],
    properties: {
      amount: { type: "number", title: "Amount in dollars", minimum: 0 },
      reason: { type: "string", title: "Reason", maxLength: 500 },
    },
  },
  null,
  2,
);

export const FIRST_DRAFT: AskDraft = {
  type: "approval",
  message: "",
  values: {},
  options: "",
  multiple: false,
  schema: FIRST_SCHEMA,
  responders: [],
  rule: "first",
  answersNeeded: "2",
  inOrder: false,
  escalateAfterSeconds: "",
  reminderSeconds: "",
  timeoutSeconds: "3600",
  timeoutAction: "fail",
  defaultResponse: "",
};

const span = (seconds: number, name: string) => ({ value: String(seconds), name });
export const TIMEOUT_CHOICES = [
  span(900, "15 minutes"),
  span(3_600, "1 hour"),
  span(14_400, "4 hours"),
  span(28_800, "8 hours"),
  span(86_400, "1 day"),
] as const;
export const PACE_CHOICES = [
  { value: "", name: "Never" },
  span(300, "Every 5 minutes"),
  span(1_800, "Every 30 minutes"),
  span(3_600, "Every hour"),
] as const;

export const RULE_NAMES: Readonly<Record<ResponseRule, string>> = {
  first: "The first answer ends it",
  all: "Each of them answers",
  n_of_m: "As many different people as I say",
};
export const TIMEOUT_ACTION_NAMES: Readonly<Record<TimeoutAction, string>> = {
  fail: "I take it as a failure",
  continue: "I go on without an answer",
  default_response: "A default counts as the answer",
};

/** The message's variables may be as many as this; further ones are reported as empty. */
const VARIABLES_MAX = 20;
export const messageVariables = ({ message }: AskDraft): string[] =>
  variablesOf(message).slice(0, VARIABLES_MAX);

export const hasSchema = ({ type, schema }: AskDraft): boolean =>
  type === "input" || (type === "review" && schema.trim() !== "");

/** The question's own fields: for its preview, and as part of it. */
export interface QuestionMessage {
  interaction_type: InteractionType;
  request_data: {
    message: string;
    schema?: Record<string, JsonValue>;
    options?: { value: string; label: string }[];
    multiple?: boolean;
  };
  context: Record<string, JsonValue>;
}

type FormResult<T> = { value: T; issues: null } | { value: null; issues: FieldIssue[] };

export function messageOf(draft: AskDraft): FormResult<QuestionMessage> {
  const { type, message } = draft;
  const schema = hasSchema(draft) ? parsed(draft.schema, "request_data.schema") : null;
  if (schema?.issue) return { value: null, issues: [schema.issue] };
  const value = schema?.value;
  if (schema && (typeof value !== "object" || value === null || Array.isArray(value)))
    return { value: null, issues: [{ path: "request_data.schema", message: "must be a JSON object" }] };
  const options = optionsOf(draft.options);
  return {
    value: {
      interaction_type: type,
      request_data: {
        message,
        ...(schema && { schema: value as Record<string, JsonValue> }),
        ...(type === "selection" && options.length > 0 && { options }),
        ...(type === "selection" && { multiple: draft.multiple }),
      },
      context: contextOf(draft),
    },
    issues: null,
  };
}

/** One option a line; a line is both its value and its label. */
const optionsOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => ({ value: line, label: line }));

/** `customer.name` becomes a member of `customer`. */
function contextOf(draft: AskDraft): Record<string, JsonValue> {
  const context = new Map<string, JsonValue>();
  for (const name of messageVariables(draft)) {
    const [first, ...rest] = name.split(".") as [string, ...string[]];
    context.set(first, withMember(context.get(first), rest, draft.values[name] ?? ""));
  }
  return Object.fromEntries(context);
}

function withMember(value: JsonValue | undefined, [name, ...rest]: string[], text: string): JsonValue {
  if (name === undefined) return text;
  const members = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  const own = Object.hasOwn(members, name) ? members[name] : undefined;
  return Object.fromEntries([...Object.entries(members), [name, withMember(own, rest, text)]]);
}

function parsed(
  text: string,
  path: string,
): { value: JsonValue; issue: null } | { value: null; issue: FieldIssue } {
  try {
    return { value: JSON.parse(text) as JsonValue, issue: null };
  } catch (error) {
    return { value: null, issue: { path, message: `is no JSON: ${(error as Error).message}` } };
  }
}

type QuestionToSend = QuestionMessage & {
  responders: ({ user_id: number } | { role: Role })[];
  rule: ResponseRule;
  answers_needed?: number;
  in_order: boolean;
  escalate_after_seconds?: number;
  reminder_seconds?: number;
  timeout_seconds: number;
  timeout_action: TimeoutAction;
  default_response?: JsonValue;
};

/** Fields that the choices leave without a meaning are left out. */
export function questionOf(draft: AskDraft): FormResult<QuestionToSend> {
  const message = messageOf(draft);
  if (message.issues) return message;
  const byDefault =
    draft.timeoutAction === "default_response" ? parsed(draft.defaultResponse, "default_response") : null;
  if (byDefault?.issue) return { value: null, issues: [byDefault.issue] };
  const needed = draft.answersNeeded.trim();
  if (draft.rule === "n_of_m" && !/^\d{1,2}$/.test(needed))
    return { value: null, issues: [{ path: "answers_needed", message: "must be a whole number" }] };
  const inOrder = draft.rule === "all" && draft.inOrder;
  return {
    value: {
      ...message.value,
      responders: draft.responders.map(responderOf),
      rule: draft.rule,
      ...(draft.rule === "n_of_m" && { answers_needed: Number(needed) }),
      in_order: inOrder,
      ...(mayEscalate(draft) &&
        draft.escalateAfterSeconds !== "" && { escalate_after_seconds: Number(draft.escalateAfterSeconds) }),
      ...(draft.reminderSeconds !== "" && { reminder_seconds: Number(draft.reminderSeconds) }),
      timeout_seconds: Number(draft.timeoutSeconds),
      timeout_action: draft.timeoutAction,
      ...(byDefault && { default_response: byDefault.value }),
    },
    issues: null,
  };
}

export const mayEscalate = ({ rule, responders }: AskDraft): boolean =>
  rule === "first" && responders.length > 1;

function responderOf(asked: ResponderKey): { user_id: number } | { role: Role } {
  const [kind, value] = asked.split(":") as [string, string];
  return kind === "person" ? { user_id: Number(value) } : { role: value as Role };
}

/** Why a text that is being typed is not JSON. Null: it is, or it is empty. */
export function whyNoJson(text: string): string | null {
  if (text.trim() === "") return null;
  const { issue } = parsed(text, "");
  return issue ? `This ${issue.message}.` : null;
}
