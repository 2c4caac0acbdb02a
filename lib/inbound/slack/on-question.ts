import { SLACK_ACTIONS } from "@/lib/channels/slack/cards/blocks";
import { readInputs } from "@/lib/channels/slack/cards/answer-inputs";
import { answerModal, answerOfButton, formOfAnswer } from "@/lib/channels/slack/cards/question-card";
import type { SlackPress, SlackSubmission } from "@/lib/channels/slack/inbound/interaction";
import type { InteractionView } from "@/lib/contract/interactions/interactions";
import { AppError } from "@/lib/core/errors";
import { baseUrl } from "@/lib/gateway/read/proposals/action-url";
import { answer } from "@/lib/interactions/answer";
import { readInteraction } from "@/lib/interactions/read";
import { questionHref } from "@/lib/view/questions/question-href";
import { type SlackDeed, type SlackReply, note, nothing, openModal, questionOf } from "./reply";

/** Presses and modals about a question. */

export const questionUrl = (id: number) => `${baseUrl()}${questionHref(id)}`;

export async function onQuestionPress(deed: SlackDeed<SlackPress>, id: number): Promise<SlackReply> {
  const { received, ref } = deed;
  if (received.actionId === SLACK_ACTIONS.open) return nothing("ignored");
  const question = await readInteraction(deed.person, id, deed.gateway);
  // A request that a run would send is approved only where all of it can be read.
  if (question.sends) return note("refused_by_card", "It is answered on its page.", questionUrl(id));
  if (received.actionId === SLACK_ACTIONS.answer) {
    const view = question.may_answer ? answerModal(questionOf(question), ref) : null;
    if (view) return openModal(deed, view, questionUrl(id));
    return note(
      "refused_by_card",
      question.may_answer ? "It is answered on its page." : "It takes no answer of yours now.",
      questionUrl(id),
    );
  }
  const response = answerOfButton(questionOf(question), received.actionId);
  return response === undefined ? nothing("ignored") : give(deed, question, response);
}

export async function onQuestionSubmission(
  deed: SlackDeed<SlackSubmission>,
  id: number,
): Promise<SlackReply> {
  if (deed.received.callbackId !== SLACK_ACTIONS.answer) return nothing("ignored");
  const question = await readInteraction(deed.person, id, deed.gateway);
  if (question.sends) return note("refused_by_card", "It is answered on its page.", questionUrl(id));
  const form = formOfAnswer(questionOf(question));
  if (form === null) return note("refused_by_card", "It is answered on its page.", questionUrl(id));
  const { answer: read, errorsOf } = readInputs(form, deed.received.values);
  const errors = (issues: typeof read.issues): SlackReply => ({
    outcome: "invalid",
    show: { kind: "errors", errors: errorsOf(issues) },
  });
  if (read.issues.length > 0) return errors(read.issues);
  try {
    return await give(deed, question, read.value ?? null);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "validation_failed") throw error;
    return errors(error.issues);
  }
}

async function give(
  { person, gateway }: SlackDeed<SlackPress | SlackSubmission>,
  { id }: InteractionView,
  response: unknown,
): Promise<SlackReply> {
  const { outcome } = await answer(person, { id, response, channel: "slack" }, gateway);
  const more = outcome === "recorded" ? " More answers are needed." : "";
  return note(outcome, `Your answer to question #${id} is recorded.${more}`);
}
