import type { InteractionType } from "./interaction";

/** The form of an answer, as JSON Schema, by the kind of the question. */

export interface AskedFor {
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

/** An `input` brings its own schema, and a `review` may; a `selection` takes its options. */
export function schemaOfAnswers(
  type: InteractionType,
  { schema, options = [], multiple = false }: AskedFor,
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
