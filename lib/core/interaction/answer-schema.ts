import type { InteractionType } from "./interaction";

/** Describes the valid answers to each kind of question as JSON Schema. */

export interface AnswerRules {
  schema?: Record<string, unknown>;
  options?: { value: string; label: string }[];
  multiple?: boolean;
}

const comment = { type: "string", maxLength: 2_000 };
const approval = {
  type: "object",
  required: ["approved"],
  additionalProperties: false,
  properties: { approved: { type: "boolean" }, comment },
};
const review = {
  type: "object",
  required: ["verdict"],
  additionalProperties: false,
  properties: { verdict: { enum: ["accepted", "changes_needed"] }, comment },
};

/** The JSON Schema of a question's answers. An `input` brings its own, and a `review` may; a `selection` lists its options. */
export function schemaOfAnswers(
  type: InteractionType,
  { schema, options = [], multiple = false }: AnswerRules,
): Record<string, unknown> {
  switch (type) {
    case "approval":
      return approval;
    case "review":
      return schema ?? review;
    case "input":
      return schema ?? {};
    case "selection": {
      const one = { enum: options.map(({ value }) => value) };
      return multiple ? { type: "array", items: one, minItems: 1, maxItems: options.length } : one;
    }
  }
}
