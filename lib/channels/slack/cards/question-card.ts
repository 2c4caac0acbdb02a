import type { Button, KnownBlock, ModalView } from "@slack/types";
import type { Card, CardOffer } from "@/lib/channels/card";
import { answerFieldOf } from "@/lib/view/questions/answer-form";
import { VERDICT_OPTIONS } from "@/lib/view/questions/answer-words";
import { TYPE_WORDS } from "@/lib/view/questions/question-words";
import { inputsOf } from "./answer-inputs";
import {
  SLACK_ACTIONS,
  SLACK_LIMITS,
  type SlackMessage,
  actions,
  button,
  context,
  header,
  linkButton,
  plain,
  section,
  sections,
} from "./blocks";
import { OutsideTexts, escapeText } from "./outside-text";

const MESSAGE_LENGTH = 2_600;
const FACTS_MAX = 12;
const CHOICE_BUTTONS_MAX = 5;
const OPEN = "Open in Countersign";

/** A question with the form of its answer. */
export interface AnswerableQuestion extends Omit<Extract<CardOffer, { kind: "answer" }>, "kind"> {
  message: string;
}

/** A question with the buttons that answer it. The card of one that has ended says how, and takes no answer any more. */
export function questionCard(card: Card): SlackMessage {
  const { title, outcome, url, ref, said, facts, warnings, from } = card;
  const outside = new OutsideTexts();
  const buttons = outcome === null ? answerButtons(card, ref) : null;
  const lines = facts
    .slice(0, FACTS_MAX)
    .map(({ label, value }) => `${escapeText(label)}: ${outside.inline(value)}`);
  return {
    text: outcome === null ? `${title} waits for you.` : `${title} is closed.`,
    blocks: [
      header(title.slice(0, SLACK_LIMITS.headerLength)),
      ...(said === null ? [] : [section(outside.block(said, MESSAGE_LENGTH))]),
      context(`Asked by ${outside.inline(from)}`),
      ...sections(lines),
      ...warnings.map((warning) => section(`:warning: ${escapeText(warning)}`)),
      ...outcomeBlocks(outcome, buttons, outside),
      actions([...(buttons ?? []), linkButton(OPEN, url)]),
    ],
  };
}

function outcomeBlocks(
  outcome: string | null,
  buttons: Button[] | null,
  outside: OutsideTexts,
): KnownBlock[] {
  if (outcome !== null) return [section(outside.inline(outcome))];
  return buttons === null ? [section("It is answered on its page.")] : [];
}

/** Null: the question is not shown letter for letter, or needs a form that Slack has not; its page takes the answer. */
function answerButtons({ offer, said }: Card, ref: string): Button[] | null {
  if (offer?.kind !== "answer" || said === null) return null;
  const question = { ...offer, message: said };
  if (!isShownWhole(question)) return null;
  if (offer.type === "approval")
    return [
      button(SLACK_ACTIONS.yes, "Yes", { value: ref, style: "primary" }),
      button(SLACK_ACTIONS.no, "No", { value: ref, style: "danger" }),
    ];
  const choices = offer.type === "selection" ? choiceButtons(question, ref) : null;
  if (choices) return choices;
  return (
    answerModal(question, ref) && [button(SLACK_ACTIONS.answer, "Answer…", { value: ref, style: "primary" })]
  );
}

function isShownWhole({ message }: AnswerableQuestion): boolean {
  const outside = new OutsideTexts();
  outside.block(message, MESSAGE_LENGTH);
  return outside.isExact;
}

/** One button for each of a few options, of which one is chosen. */
function choiceButtons({ options, multiple }: AnswerableQuestion, ref: string): Button[] | null {
  if (!options || options.length > CHOICE_BUTTONS_MAX || multiple) return null;
  const outside = new OutsideTexts();
  const buttons = options.map(({ label }, index) =>
    button(SLACK_ACTIONS.choose + index, outside.plain(label, SLACK_LIMITS.buttonLength) || "(empty)", {
      value: ref,
    }),
  );
  return outside.isExact ? buttons : null;
}

/** Null: it has none. */
export const formOfAnswer = ({ type, schema, options }: AnswerableQuestion) =>
  schema === null ? null : answerFieldOf(schema, type === "review" ? VERDICT_OPTIONS : options);

/** The form of an answer. Null: Slack cannot show it. */
export function answerModal(question: AnswerableQuestion, ref: string): ModalView | null {
  const form = formOfAnswer(question);
  const inputs = form && isShownWhole(question) ? inputsOf(form) : null;
  if (!inputs) return null;
  return {
    type: "modal",
    callback_id: SLACK_ACTIONS.answer,
    private_metadata: ref,
    title: plain(TYPE_WORDS[question.type]),
    submit: plain("Send"),
    close: plain("Cancel"),
    blocks: [section(new OutsideTexts().block(question.message, MESSAGE_LENGTH)), ...inputs],
  };
}

/** The answer of a button: `choose_2` stands for the third option. Undefined: it answers nothing by itself. */
export function answerOfButton({ type, options, multiple }: AnswerableQuestion, actionId: string): unknown {
  if (type === "approval" && actionId === SLACK_ACTIONS.yes) return { approved: true };
  if (type === "approval" && actionId === SLACK_ACTIONS.no) return { approved: false };
  if (type !== "selection" || multiple || !actionId.startsWith(SLACK_ACTIONS.choose)) return undefined;
  const number = actionId.slice(SLACK_ACTIONS.choose.length);
  return /^\d$/.test(number) ? options?.[Number(number)]?.value : undefined;
}
