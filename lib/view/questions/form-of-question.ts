import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { type AnswerField, answerFieldOf } from "./answer-form";
import { VERDICT_OPTIONS } from "./answer-words";

/** The form of an answer to this question. Null: its words are hidden. */
export function formOf({ interaction_type: type, schema, options }: InteractionView): AnswerField | null {
  return schema === null ? null : answerFieldOf(schema, type === "review" ? VERDICT_OPTIONS : options);
}
