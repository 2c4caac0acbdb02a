import type { InteractionView } from "@/lib/contract/interactions/interactions";
import {
  type AnswerField,
  type AnswerOption,
  type JsonValue,
  answerFieldOf,
  choiceWords,
  labelOf,
} from "./answer-form";

/** An answer as people read it: lines of a name and a text. Both came from outside. */
export interface AnswerLine {
  /** Null: it is the whole answer. */
  label: string | null;
  text: string;
}

type Question = Pick<InteractionView, "interaction_type" | "options" | "schema">;

const VERDICTS: Readonly<Record<string, string>> = {
  accepted: "Accepted",
  changes_needed: "Changes are needed",
};
/** For the form of a review. */
export const VERDICT_OPTIONS = Object.entries(VERDICTS).map(([value, label]) => ({ value, label }));

/** Names and order are those of the form. */
export function answerLines(question: Question, answer: unknown): AnswerLine[] {
  const { interaction_type: type, options, schema } = question;
  const value = answer as JsonValue;
  if (isObject(value)) {
    const { approved, verdict, comment, ...others } = value;
    const head =
      type === "approval" && typeof approved === "boolean"
        ? choiceWords(approved)
        : type === "review" && typeof verdict === "string" && Object.hasOwn(VERDICTS, verdict)
          ? VERDICTS[verdict]!
          : null;
    if (head !== null)
      return [
        { label: null, text: head },
        ...linesOf({ ...(comment === undefined ? {} : { comment }), ...others }, []),
      ];
    return linesOf(value, schema === null ? [] : answerFieldOf(schema, options).fields);
  }
  return [{ label: null, text: wordsOf(value, options) }];
}

/** In a few words, for a list. */
export const answerText = (question: Question, answer: unknown): string =>
  answerLines(question, answer)
    .map(({ label, text }) => (label === null ? text : `${label}: ${text}`))
    .join(" · ");

const isObject = (value: JsonValue): value is Record<string, JsonValue> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function linesOf(value: Record<string, JsonValue>, fields: readonly AnswerField[], of = ""): AnswerLine[] {
  const inForm = fields.map(({ name }) => name).filter((name) => Object.hasOwn(value, name));
  return [...new Set([...inForm, ...Object.keys(value)])].flatMap((name) => {
    const one = value[name]!;
    const field = fields.find((candidate) => candidate.name === name);
    const label = `${of}${field?.label ?? labelOf(name)}`;
    return isObject(one) && Object.keys(one).length > 0
      ? linesOf(one, field?.fields ?? [], `${label} · `)
      : [{ label, text: wordsOf(one, null) }];
  });
}

function wordsOf(value: JsonValue, options: readonly AnswerOption[] | null): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return value.map((one) => wordsOf(one, options)).join(", ");
  return options?.find((option) => option.value === value)?.label ?? choiceWords(value);
}
