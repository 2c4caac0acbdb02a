import type { InputBlock, InputBlockElement, PlainTextOption } from "@slack/types";
import type { SlackValue } from "@/lib/channels/slack/inbound/interaction";
import type { AnswerField, AnswerOption } from "@/lib/view/questions/answer-form";
import { type Draft, type ReadAnswer, leavesOf, readAnswer } from "@/lib/view/questions/read-answer";
import { SLACK_LIMITS, plain } from "./blocks";
import { OutsideTexts } from "./outside-text";

/** The form of an answer as inputs of a modal, and back. Slack keeps them by the ids of their blocks: `field_0`, `field_1`, … */

const INPUTS_MAX = 50;
const INPUT = "value";
const LABEL_LENGTH = 150;
const HINT_LENGTH = 1_000;

const blockIdOf = (index: number) => `field_${index}`;

/** Null: a modal cannot show this form letter for letter, or has no input for a part of it. */
export function inputsOf(form: AnswerField): InputBlock[] | null {
  const fields = leavesOf(form);
  if (fields.length === 0 || fields.length > INPUTS_MAX) return null;
  const outside = new OutsideTexts();
  const inputs = fields.map((field, index) => inputOf(field, index, outside));
  return inputs.includes(null) || !outside.isExact ? null : (inputs as InputBlock[]);
}

function inputOf(field: AnswerField, index: number, outside: OutsideTexts): InputBlock | null {
  const element = elementOf(field, outside);
  if (element === null) return null;
  const hint = [field.hint === null ? null : outside.plain(field.hint, HINT_LENGTH), field.range]
    .filter(Boolean)
    .join(" ");
  return {
    type: "input",
    block_id: blockIdOf(index),
    label: plain(field.label === null ? "Answer" : outside.plain(field.label, LABEL_LENGTH) || "Answer"),
    element,
    optional: !field.isNeeded,
    ...(hint === "" ? {} : { hint: plain(hint) }),
  };
}

function elementOf(field: AnswerField, outside: OutsideTexts): InputBlockElement | null {
  const { kind, first } = field;
  const text = first === "" || first.length > SLACK_LIMITS.inputLength ? {} : { initial_value: first };
  switch (kind) {
    case "text":
    case "integer":
    case "number":
      return { type: "plain_text_input", action_id: INPUT, ...text };
    case "long_text":
      return { type: "plain_text_input", action_id: INPUT, multiline: true, ...text };
    case "date":
      return { type: "datepicker", action_id: INPUT, ...(isDate(first) ? { initial_date: first } : {}) };
    case "choice":
    case "choices":
      return choiceOf(field, outside);
    case "json":
    case "group":
      return null;
  }
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

function choiceOf({ kind, options, first }: AnswerField, outside: OutsideTexts): InputBlockElement | null {
  if (options.length === 0 || options.length > SLACK_LIMITS.optionsMax) return null;
  const shown = options.map((option, index) => optionOf(option, index, outside));
  const isFirst = (index: number) =>
    kind === "choice"
      ? options[index]!.value === first
      : first !== "" && first.includes(JSON.stringify(options[index]!.value));
  const chosen = shown.filter((_option, index) => isFirst(index));
  if (kind === "choice")
    return {
      type: "static_select",
      action_id: INPUT,
      options: shown,
      ...(chosen.length === 1 ? { initial_option: chosen[0]! } : {}),
    };
  return {
    type: "multi_static_select",
    action_id: INPUT,
    options: shown,
    ...(chosen.length > 0 ? { initial_options: chosen } : {}),
  };
}

/** Slack sends its number back: a value may be longer than Slack's. */
const optionOf = ({ label }: AnswerOption, index: number, outside: OutsideTexts): PlainTextOption => ({
  text: plain(outside.plain(label, SLACK_LIMITS.optionLength) || "(empty)"),
  value: String(index),
});

export interface ReadInputs {
  answer: ReadAnswer;
  /** The faults of the answer, by the ids of the blocks. */
  errorsOf(issues: ReadAnswer["issues"]): Record<string, string>;
}

/** Reads the inputs of a modal into the same answer that the form on the page gives. */
export function readInputs(form: AnswerField, values: ReadonlyMap<string, SlackValue>): ReadInputs {
  const fields = leavesOf(form);
  const draft = Object.fromEntries(
    fields.map((field, index) => [field.path, textOf(field, values.get(blockIdOf(index)) ?? null)]),
  ) satisfies Draft;
  return {
    answer: readAnswer(form, draft),
    errorsOf: (issues) =>
      Object.fromEntries(
        issues.map(({ path, message }) => {
          const place = fields.findIndex((field) => path === field.path || path.startsWith(`${field.path}.`));
          return [blockIdOf(Math.max(place, 0)), message] as const;
        }),
      ),
  };
}

/** As it stands in the form's own field. A number that no option has chooses nothing. */
function textOf({ kind, options }: AnswerField, value: SlackValue): string {
  if (value === null) return "";
  const valueOf = (number: string) => (/^\d{1,3}$/.test(number) ? options[Number(number)]?.value : undefined);
  if (kind === "choice") return valueOf([value].flat()[0] ?? "") ?? "";
  if (kind === "choices") return JSON.stringify([value].flat().flatMap((one) => valueOf(one) ?? []));
  return [value].flat()[0] ?? "";
}
