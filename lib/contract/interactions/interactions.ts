import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import { ROLES } from "@/lib/core/access/principal";
import {
  INTERACTION_CHANNELS,
  INTERACTION_STATUSES,
  INTERACTION_TYPES,
  QUESTION_SIDES,
  RESPONDERS_MAX,
  RESPONSE_RULES,
  TIMEOUT_ACTIONS,
  TIMEOUT_SECONDS,
  TIMEOUT_SECONDS_MAX,
  TIMEOUT_SECONDS_MIN,
} from "@/lib/core/interaction/interaction";

/** Questions to people, as agents and people ask, read and answer them. */

const JSON_CHARACTERS_MAX = 32_000;
const short = (value: unknown) => JSON.stringify(value).length <= JSON_CHARACTERS_MAX;
const seconds = z.int().min(TIMEOUT_SECONDS_MIN).max(TIMEOUT_SECONDS_MAX);
const jsonObject = z
  .record(z.string().max(100), z.json())
  .refine(short, `must have ${JSON_CHARACTERS_MAX} characters at most`);
const optionSchema = z.strictObject({
  value: z.string().min(1).max(200),
  label: z.string().min(1).max(200),
});
const responderSchema = z.union(
  [z.strictObject({ user_id: idSchema }), z.strictObject({ role: z.enum(ROLES) })],
  "must be a person (user_id) or a role (role)",
);

const messageFields = {
  interaction_type: z.enum(INTERACTION_TYPES),
  request_data: z.strictObject({
    message: z
      .string()
      .trim()
      .min(1)
      .max(4_000)
      .describe("A template: {{name}} takes the value of that name in `context`. Shown as plain text."),
    schema: jsonObject
      .optional()
      .describe("JSON Schema of the answer: of an input, and of a review if given."),
    options: z.array(optionSchema).min(1).max(100).optional().describe("Of a selection."),
    multiple: z.boolean().default(false).describe("Of a selection: several options may be chosen."),
  }),
  context: jsonObject.default({}).describe("The values of the template's variables."),
};

export const previewSchema = z.strictObject(messageFields);
export type PreviewInput = z.output<typeof previewSchema>;

export const previewViewSchema = z.object({
  message: z.string().describe("As people would see it."),
  problems: z.array(z.string()).describe("Variables without a value. Empty: it can be asked."),
  schema: z.record(z.string(), z.unknown()).describe("JSON Schema of the answer."),
});
export type PreviewView = z.infer<typeof previewViewSchema>;

export const askSchema = z.strictObject({
  ...messageFields,
  channel_type: z
    .enum(INTERACTION_CHANNELS)
    .default("in_app")
    .describe(
      "`slack`, `email` or `webhook`: people whom it reaches are told by it alone. `in_app`: as each chose.",
    ),
  responders: z
    .array(responderSchema)
    .min(1)
    .max(RESPONDERS_MAX)
    .describe("Who may answer, in the order of asking."),
  rule: z
    .enum(RESPONSE_RULES)
    .default("first")
    .describe(
      "One answer, one of each responder, or `answers_needed` of different people. A refusal always ends it.",
    ),
  answers_needed: z.int().min(1).max(RESPONDERS_MAX).optional().describe("Of `n_of_m`."),
  in_order: z
    .boolean()
    .default(false)
    .describe("Of `all`: a chain. Each responder is asked when the one before has answered."),
  escalate_after_seconds: seconds
    .optional()
    .describe("Of `first`: the next responder is asked as well each time that nobody answers for so long."),
  reminder_seconds: seconds.optional().describe("People are reminded each time that this has passed."),
  timeout_seconds: seconds.default(TIMEOUT_SECONDS),
  timeout_action: z.enum(TIMEOUT_ACTIONS).default("fail"),
  default_response: z.json().optional().describe("Of `default_response`: what counts when nobody answers."),
});
export type AskInput = z.output<typeof askSchema>;

export const respondSchema = z.strictObject({
  response: z.json().refine(short, `must have ${JSON_CHARACTERS_MAX} characters at most`),
});

const outcomeSchema = z.object({
  answer: z
    .json()
    .describe("Of several the one that all give, or a refusal; null: they differ, or there is none."),
  by: z.string().nullable(),
  at: z.iso.datetime(),
  timed_out: z.boolean(),
  answers: z.array(z.object({ answer: z.json(), by: z.string(), at: z.iso.datetime() })),
});

export const interactionSchema = z.object({
  id: idSchema,
  status: z.enum(INTERACTION_STATUSES),
  interaction_type: z.enum(INTERACTION_TYPES),
  channel_type: z.enum(INTERACTION_CHANNELS),
  asked_by: z.string(),
  sends: z
    .boolean()
    .describe(
      "An approval of what a step of a run sends outside: that goes as soon as enough have approved it.",
    ),
  redacted: z.boolean().describe("You see that it exists; it is neither yours nor asked of you."),
  asked_by_you: z.boolean(),
  execution_id: idSchema.nullable().describe("The run whose step asked it."),
  message: z.string().nullable(),
  schema: z.record(z.string(), z.unknown()).nullable().describe("JSON Schema of an answer."),
  options: z.array(optionSchema).nullable(),
  responders: z.array(responderSchema),
  responder_names: z.array(z.string().nullable()).describe("Beside `responders`; null: a role."),
  asked: z.int().describe("So many of the responders have been asked, from the first one on."),
  rule: z.enum(RESPONSE_RULES),
  answers_needed: z.int(),
  in_order: z.boolean(),
  escalate_after_seconds: z.int().nullable(),
  answers_given: z.int(),
  answered: z
    .array(z.object({ place: z.int(), by: z.string(), channel: z.enum(INTERACTION_CHANNELS) }))
    .describe("Who has answered, by which channel, and for which responder, from 1. Not the answers."),
  may_answer: z.boolean().describe("You are asked, and have not answered."),
  may_correct: z.boolean().describe("You have answered, and may still give another answer in its place."),
  may_retract: z.boolean().describe("You have answered, and may take it back."),
  may_cancel: z.boolean(),
  your_answer: z.json().describe("Null: you gave none, or took it back."),
  timeout_seconds: z.int(),
  timeout_at: z.iso.datetime(),
  timeout_action: z.enum(TIMEOUT_ACTIONS),
  default_response: z.json().describe("What counts when nobody answers; null: nothing does."),
  warned: z.boolean().describe("15 minutes or less are left."),
  reminders_sent: z.int(),
  response: outcomeSchema.nullable().describe("How it ended; null: it is open, or was cancelled."),
  cancelled_by: z.string().nullable(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  text_blanked_at: z.iso
    .datetime()
    .nullable()
    .describe(
      "When its texts and answers were blanked, since their retention period was over. An approval's verdict stays.",
    ),
  used_at: z.iso.datetime().nullable().describe("The asker has read the result: answers are final."),
});
export type InteractionView = z.infer<typeof interactionSchema>;

export const answeredSchema = interactionSchema.extend({
  outcome: z.enum(["responded", "recorded"]).describe("`recorded`: more answers are needed."),
});
export type AnsweredView = z.infer<typeof answeredSchema>;

export const interactionsSchema = z.object({
  items: z.array(interactionSchema),
  next_cursor: idSchema.nullable().describe("Ask with `cursor` for the next ones; null: there are none."),
});
export type Interactions = z.infer<typeof interactionsSchema>;

export const interactionsQuerySchema = z.strictObject({
  status: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(INTERACTION_STATUSES)))
    .optional()
    .describe("Separated by commas: pending, responded, timeout, cancelled."),
  interaction_type: z.enum(INTERACTION_TYPES).optional(),
  order: z
    .enum(["newest", "ending"])
    .optional()
    .describe("`ending`: those whose time is over first come first. Default: `newest`."),
  cursor: z.coerce.number().int().min(1).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type InteractionsQuery = z.output<typeof interactionsQuerySchema>;

export const ownInteractionsQuerySchema = interactionsQuerySchema.extend({
  whose: z
    .enum(QUESTION_SIDES)
    .optional()
    .describe("`others`: the outlines that administrators see. Default: all that you may see."),
});
export type OwnInteractionsQuery = z.output<typeof ownInteractionsQuerySchema>;

/** The people and roles that a question can be addressed to. */
export const respondersSchema = z.object({
  people: z.array(z.object({ user_id: idSchema, name: z.string(), email: z.string(), role: z.enum(ROLES) })),
});
export type Responders = z.infer<typeof respondersSchema>;
