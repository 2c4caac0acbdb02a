import { z } from "zod";
import {
  answeredSchema,
  askSchema,
  interactionSchema,
  interactionsQuerySchema,
  interactionsSchema,
  ownInteractionsQuerySchema,
  previewSchema,
  previewViewSchema,
  respondSchema,
  respondersSchema,
} from "@/lib/contract/interactions/interactions";
import {
  repliesSchema,
  unmatchedRepliesSchema,
  verifyReplySchema,
} from "@/lib/contract/interactions/replies";
import { suggestionViewSchema } from "@/lib/contract/interactions/suggestion";
import { AppError } from "@/lib/core/errors";
import { takeProposalQuota } from "@/lib/gateway/controls/quotas/quotas";
import { answer, correctAnswer, retractAnswer } from "@/lib/interactions/answer";
import { type AskResult, ask } from "@/lib/interactions/ask";
import { cancelQuestion } from "@/lib/interactions/cancel";
import { previewQuestion } from "@/lib/interactions/check-question";
import { listResponders } from "@/lib/interactions/list-responders";
import { readInteraction, readInteractions } from "@/lib/interactions/read";
import { listReplies } from "@/lib/interactions/replies/list-replies";
import { dismissReply, readUnmatchedReplies } from "@/lib/interactions/replies/unmatched-replies";
import { verifyReply } from "@/lib/interactions/replies/verify-reply";
import { readSuggestion } from "@/lib/interactions/suggest/read-suggestion";
import { Answer, created, defineOperation, ok } from "@/lib/operations/frame/operation";

/** Questions to people: asked by agents and by people, answered by people alone. */

const idempotencyKey = {
  name: "Idempotency-Key",
  description: "The same key and body are one question.",
  schema: z.string(),
  read: (key: string) => {
    if (/^[\x21-\x7e]{1,200}$/.test(key)) return key;
    const message = "must be 1 to 200 printable ASCII characters";
    throw new AppError("malformed_request", `Idempotency-Key ${message}.`, {
      issues: [{ path: "Idempotency-Key", message }],
    });
  },
};
const anyQuestion = {
  interaction_type: "selection" as const,
  request_data: {
    message: "Which supplier delivers {{sku}}?",
    options: [
      { value: "driscolls", label: "Driscoll's" },
      { value: "naturipe", label: "Naturipe" },
    ],
  },
  context: { sku: "10472" },
  responders: [{ role: "approver" as const }],
};
const asked = {
  ...created(interactionSchema, "Asked"),
  200: { description: "This key asked it before", schema: interactionSchema },
};
const answerRefusals = [
  "not_allowed",
  "not_found",
  "already_responded",
  "answer_counted",
  "nothing_to_do",
  "question_cancelled",
  "unproven",
  "timeout",
] as const;
const readRefusals = ["not_found", "unproven"] as const;
const cancelRefusals = ["not_allowed", "not_found", "nothing_to_do", "unproven"] as const;

export const interactions = {
  askAsAgent: defineOperation("POST /api/v1/interactions", {
    summary: "Ask people a question",
    caller: "agent",
    body: askSchema,
    example: anyQuestion,
    headers: { idempotency_key: idempotencyKey },
    answers: asked,
    refusals: ["idempotency_conflict", "rate_limited", "agent_paused"],
    quota: (agent) => takeProposalQuota(agent, {}),
    verb: async (agent, { idempotency_key: key, ...input }) => askedAs(await ask(agent, input, key ?? null)),
  }),
  readAgentInteractions: defineOperation("GET /api/v1/interactions", {
    summary: "The agent's own questions, newest first",
    caller: "agent",
    query: interactionsQuerySchema,
    answers: ok(interactionsSchema),
    verb: (agent, query) => readInteractions(agent, query),
  }),
  readAgentInteraction: defineOperation("GET /api/v1/interactions/{id}", {
    summary: "One of the agent's own questions; once its end is read, no answer changes any more",
    caller: "agent",
    answers: ok(interactionSchema),
    refusals: readRefusals,
    verb: (agent, { id }) => readInteraction(agent, id),
  }),
  cancelAgentInteraction: defineOperation("POST /api/v1/interactions/{id}/cancel", {
    summary: "Let nobody answer one of the agent's own questions any more",
    caller: "agent",
    answers: ok(interactionSchema),
    refusals: cancelRefusals,
    verb: (agent, { id }) => cancelQuestion(agent, id),
  }),
  ask: defineOperation("POST /api/interactions", {
    summary: "Ask people a question",
    body: askSchema,
    example: anyQuestion,
    headers: { idempotency_key: idempotencyKey },
    answers: asked,
    refusals: ["not_allowed", "idempotency_conflict"],
    verb: async (person, { idempotency_key: key, ...input }) =>
      askedAs(await ask(person, input, key ?? null)),
  }),
  previewQuestion: defineOperation("POST /api/interactions/preview", {
    summary: "A question as people would see it, with the variables that have no value",
    body: previewSchema,
    example: {
      interaction_type: anyQuestion.interaction_type,
      request_data: anyQuestion.request_data,
      context: anyQuestion.context,
    },
    answers: ok(previewViewSchema),
    verb: async (_person, input) => previewQuestion(input),
  }),
  listResponders: defineOperation("GET /api/responders", {
    summary: "The people whom a question can name",
    answers: ok(respondersSchema),
    refusals: ["not_allowed"],
    verb: (person) => listResponders(person),
  }),
  readInteractions: defineOperation("GET /api/interactions", {
    summary: "Questions that you asked or are asked; administrators see that others exist",
    query: ownInteractionsQuerySchema,
    answers: ok(interactionsSchema),
    verb: (person, query) => readInteractions(person, query),
  }),
  readInteraction: defineOperation("GET /api/interactions/{id}", {
    summary: "One question",
    answers: ok(interactionSchema),
    refusals: readRefusals,
    verb: (person, { id }) => readInteraction(person, id),
  }),
  readSuggestion: defineOperation("GET /api/interactions/{id}/suggestion", {
    summary: "An answer to the question that earlier answers speak for; it answers nothing by itself",
    answers: ok(suggestionViewSchema),
    refusals: readRefusals,
    verb: (person, { id }) => readSuggestion(person, id),
  }),
  answer: defineOperation("POST /api/interactions/{id}/respond", {
    summary: "Answer a question; an approval here decides no proposed action",
    body: respondSchema,
    example: { response: "driscolls" },
    answers: ok(answeredSchema),
    refusals: answerRefusals,
    verb: (person, input) => answer(person, input),
  }),
  correctAnswer: defineOperation("POST /api/interactions/{id}/correct", {
    summary: "Give another answer in the place of your own, until whoever asked has read it",
    body: respondSchema,
    example: { response: "naturipe" },
    answers: ok(answeredSchema),
    refusals: answerRefusals,
    verb: (person, input) => correctAnswer(person, input),
  }),
  retractAnswer: defineOperation("POST /api/interactions/{id}/retract", {
    summary: "Take your answer back while the question is open",
    answers: ok(answeredSchema),
    refusals: answerRefusals,
    verb: (person, { id }) => retractAnswer(person, id),
  }),
  cancelQuestion: defineOperation("POST /api/interactions/{id}/cancel", {
    summary: "Let nobody answer a question any more",
    answers: ok(interactionSchema),
    refusals: cancelRefusals,
    verb: (person, { id }) => cancelQuestion(person, id),
  }),
  listReplies: defineOperation("GET /api/interactions/{id}/replies", {
    summary: "Free text that came in for a question, and how it was read",
    answers: ok(repliesSchema),
    refusals: ["not_found"],
    verb: (person, { id }) => listReplies(person, id),
  }),
  verifyReply: defineOperation("POST /api/interactions/{id}/verify-reply", {
    summary: "Say whether a reply was classified and read rightly; it changes no answer",
    body: verifyReplySchema,
    example: { reply_id: 1, is_right: true },
    answers: ok(repliesSchema),
    refusals: ["not_found", "nothing_to_do"],
    verb: (person, input) => verifyReply(person, input),
  }),
  readUnmatchedReplies: defineOperation("GET /api/unmatched-replies", {
    summary: "Replies of no question or of no person, and why each counted for nothing",
    role: "admin",
    answers: ok(unmatchedRepliesSchema),
    verb: (person) => readUnmatchedReplies(person),
  }),
  dismissReply: defineOperation("DELETE /api/unmatched-replies/{id}", {
    summary: "Take one off that list; it is kept, and answers nothing",
    role: "admin",
    answers: ok(unmatchedRepliesSchema),
    refusals: ["nothing_to_do"],
    verb: (person, { id }) => dismissReply(person, id),
  }),
};

function askedAs({ created: isNew, interaction }: AskResult) {
  return new Answer(isNew ? 201 : 200, interaction);
}
