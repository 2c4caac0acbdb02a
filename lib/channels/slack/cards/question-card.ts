import type { Button, ModalView } from "@slack/types";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { answerText } from "@/lib/view/questions/answer-words";
import { formOf } from "@/lib/view/questions/form-of-question";
import {
  TYPE_WORDS,
  endWords,
  isEndingSoon,
  progressText,
  ruleWords,
} from "@/lib/view/questions/question-words";
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
  timeText,
} from "./blocks";
import { OutsideTexts, escapeText } from "./outside-text";

export interface QuestionCardParts {
  question: InteractionView;
  ref: string;
  /** Of the question's page. */
  url: string;
  now: Date;
}

const MESSAGE_LENGTH = 2_600;
const CHOICE_BUTTONS_MAX = 5;
const OPEN = "Open in Countersign";

/** A question with the buttons that answer it. The card of one that has ended says how, and takes no answer any more. */
export function questionCard({ question, ref, url, now }: QuestionCardParts): SlackMessage {
  const outside = new OutsideTexts();
  const title = `${TYPE_WORDS[question.interaction_type]} #${question.id}`;
  const ended = endWords(question, now.getTime());
  const buttons = ended === null ? answerButtons(question, ref) : null;
  const soon = isEndingSoon(question, now.getTime());
  return {
    text:
      ended === null
        ? `${title}: a question waits for you${soon ? ", and its time is nearly over" : ""}.`
        : `${title} is closed.`,
    blocks: [
      header(title),
      ...(question.redacted ? [] : [section(outside.block(question.message ?? "", MESSAGE_LENGTH))]),
      context(`Asked by ${outside.inline(question.asked_by)} · ${escapeText(ruleWords(question))}`),
      ...(ended === null
        ? [context(waitsText(question, soon))]
        : [section(`*${escapeText(ended)}*${outcomeText(question, outside)}`)]),
      ...(buttons === null && ended === null ? [section("It is answered on its page.")] : []),
      actions([...(buttons ?? []), linkButton(OPEN, url)]),
    ],
  };
}

function waitsText(question: InteractionView, soon: boolean): string {
  const progress = progressText(question);
  const until = `Waits until ${timeText(question.timeout_at)}`;
  return [
    ...(soon ? [":hourglass: 15 minutes or less are left"] : []),
    until,
    ...(progress ? [`${progress} answers`] : []),
  ].join(" · ");
}

function outcomeText(question: InteractionView, outside: OutsideTexts): string {
  const { response, redacted } = question;
  if (redacted || response === null || response.answer === null) return "";
  return ` ${outside.inline(answerText(question, response.answer))}`;
}

/** Null: the question is not shown letter for letter, or needs a form that Slack has not; its page takes the answer. */
function answerButtons(question: InteractionView, ref: string): Button[] | null {
  const { redacted, may_answer: mayAnswer, interaction_type: type, sends } = question;
  if (redacted || !mayAnswer || !isShownWhole(question)) return null;
  if (type === "approval") {
    const yes = button(SLACK_ACTIONS.yes, sends ? "Yes…" : "Yes", { value: ref, style: "primary" });
    return [yes, button(SLACK_ACTIONS.no, "No", { value: ref, style: "danger" })];
  }
  const choices = type === "selection" ? choiceButtons(question, ref) : null;
  if (choices) return choices;
  return (
    answerModal(question, ref) && [button(SLACK_ACTIONS.answer, "Answer…", { value: ref, style: "primary" })]
  );
}

export function isShownWhole({ message }: InteractionView): boolean {
  const outside = new OutsideTexts();
  outside.block(message ?? "", MESSAGE_LENGTH);
  return outside.isExact;
}

/** One button for each of a few options, of which one is chosen. */
function choiceButtons({ options, schema }: InteractionView, ref: string): Button[] | null {
  if (!options || options.length > CHOICE_BUTTONS_MAX || schema?.type === "array") return null;
  const outside = new OutsideTexts();
  const buttons = options.map(({ label }, index) =>
    button(SLACK_ACTIONS.choose + index, outside.plain(label, SLACK_LIMITS.buttonLength) || "(empty)", {
      value: ref,
    }),
  );
  return outside.isExact ? buttons : null;
}

/** The form of an answer. Null: Slack cannot show it. */
export function answerModal(question: InteractionView, ref: string): ModalView | null {
  const form = formOf(question);
  const inputs = form && isShownWhole(question) ? inputsOf(form) : null;
  if (!inputs) return null;
  return {
    type: "modal",
    callback_id: SLACK_ACTIONS.answer,
    private_metadata: ref,
    title: plain(TYPE_WORDS[question.interaction_type]),
    submit: plain("Send"),
    close: plain("Cancel"),
    blocks: [section(new OutsideTexts().block(question.message ?? "", MESSAGE_LENGTH)), ...inputs],
  };
}

/** For an approval of what a run sends outside: it repeats the question. Null: its page has to. */
export function yesModal(question: InteractionView, ref: string): ModalView | null {
  if (!isShownWhole(question)) return null;
  return {
    type: "modal",
    callback_id: SLACK_ACTIONS.yes,
    private_metadata: ref,
    title: plain("Approve this?"),
    submit: plain("Approve"),
    close: plain("Cancel"),
    blocks: [
      section(new OutsideTexts().block(question.message ?? "", MESSAGE_LENGTH)),
      section("It goes out as soon as enough have approved it."),
    ],
  };
}

/** The answer of a button: `choose_2` stands for the third option. Undefined: it answers nothing by itself. */
export function answerOfButton(
  { interaction_type: type, options }: InteractionView,
  actionId: string,
): unknown {
  if (type === "approval" && actionId === SLACK_ACTIONS.yes) return { approved: true };
  if (type === "approval" && actionId === SLACK_ACTIONS.no) return { approved: false };
  if (type !== "selection" || !actionId.startsWith(SLACK_ACTIONS.choose)) return undefined;
  const number = actionId.slice(SLACK_ACTIONS.choose.length);
  return /^\d$/.test(number) ? options?.[Number(number)]?.value : undefined;
}
