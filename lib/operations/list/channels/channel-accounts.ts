import { z } from "zod";
import {
  channelAccountsSchema,
  channelLinksSchema,
  connectedSchema,
  finishConnectingSchema,
  linkCodeSchema,
} from "@/lib/contract/settings/channel-accounts";
import {
  answeringEndpointSchema,
  connectQuestionWebhookSchema,
  letAnswerSchema,
  moveQuestionWebhookSchema,
  webhookSecretSchema,
} from "@/lib/contract/settings/question-webhook";
import {
  beginConnectingSlack,
  closeChannelAccount,
  finishConnectingSlack,
  readChannelAccounts,
} from "@/lib/messages/connect-slack";
import { confirmLink, removeLink } from "@/lib/messages/links";
import { readOwnLinks } from "@/lib/messages/own-links";
import {
  connectQuestionWebhook,
  moveQuestionWebhook,
  rotateQuestionWebhook,
} from "@/lib/messages/webhook/connect-webhook";
import { letWebhookAnswer } from "@/lib/messages/webhook/let-answer";
import { created, defineOperation, ok } from "@/lib/operations/frame/operation";

/** Channels: the company's accounts at providers, and each person's own links. */

export const channelAccounts = {
  readChannelAccounts: defineOperation("GET /api/channel-accounts", {
    summary: "List the company's accounts of channels, without their secrets",
    role: "admin",
    answers: ok(channelAccountsSchema),
    verb: (person) => readChannelAccounts(person),
  }),
  beginConnectingSlack: defineOperation("POST /api/channel-accounts/slack", {
    summary: "Begin to connect a workspace of Slack: the address where the app is allowed",
    role: "admin",
    answers: ok(connectedSchema),
    refusals: ["not_found"],
    stepUp: true,
    verb: (person) => beginConnectingSlack(person),
  }),
  finishConnectingSlack: defineOperation("POST /api/channel-accounts/slack/finish", {
    summary: "Finish it with the code that Slack gave, in the session that began it",
    role: "admin",
    body: finishConnectingSchema,
    example: { state: "a state", code: "a code" },
    answers: ok(channelAccountsSchema),
    refusals: ["not_found", "already_exists", "session_required", "step_up_invalid", "unavailable"],
    verb: (person, input) => finishConnectingSlack(person, input),
  }),
  connectQuestionWebhook: defineOperation("POST /api/channel-accounts/webhook", {
    summary: "Connect an endpoint of yours that gets questions and may answer them; its secret is shown once",
    role: "admin",
    body: connectQuestionWebhookSchema,
    example: { label: "Order desk", url: "https://hooks.example.com/questions" },
    answers: created(webhookSecretSchema, "Connected"),
    refusals: ["already_exists"],
    stepUp: true,
    verb: (person, input) => connectQuestionWebhook(person, input),
  }),
  moveQuestionWebhook: defineOperation("PATCH /api/channel-accounts/webhook", {
    summary:
      "Give it another address, with another secret; nobody's answers come from it until they say so again",
    role: "admin",
    body: moveQuestionWebhookSchema,
    example: { url: "https://hooks.example.com/questions" },
    answers: ok(webhookSecretSchema),
    refusals: ["not_found"],
    stepUp: true,
    verb: (person, input) => moveQuestionWebhook(person, input),
  }),
  rotateQuestionWebhook: defineOperation("POST /api/channel-accounts/webhook/rotate", {
    summary: "A new secret, shown once; the one before counts as well for 24 hours",
    role: "admin",
    answers: created(webhookSecretSchema, "Rotated"),
    refusals: ["not_found"],
    stepUp: true,
    verb: (person) => rotateQuestionWebhook(person),
  }),
  closeChannelAccount: defineOperation("DELETE /api/channel-accounts/{id}", {
    summary: "Disconnect an account; its secret is deleted",
    role: "admin",
    answers: ok(channelAccountsSchema),
    refusals: ["not_found"],
    verb: (person, { id }) => closeChannelAccount(person, id),
  }),
  readOwnLinks: defineOperation("GET /api/channel-links", {
    summary: "List your own links to users of providers",
    answers: ok(channelLinksSchema),
    verb: (person) => readOwnLinks(person),
  }),
  confirmLink: defineOperation("POST /api/channel-links", {
    summary: "Confirm in a session that you are the user whom this code was given to",
    body: linkCodeSchema,
    example: { code: "AAAAAAAAAAAAAAAAAAAAAA" },
    answers: ok(z.object({ account: z.string(), user: z.string() })),
    refusals: ["not_found", "session_required"],
    verb: async (person, { code }) => {
      const { accountLabel: account, externalLabel: user } = await confirmLink(person, code);
      return { account, user };
    },
  }),
  letWebhookAnswer: defineOperation("POST /api/channel-links/webhook", {
    summary:
      "Let the company's webhook get the questions that you are asked and answer them for you, in a session",
    body: letAnswerSchema,
    example: { account_id: 1, host: "hooks.example.com" },
    answers: ok(answeringEndpointSchema),
    refusals: ["not_found", "session_required", "changed"],
    verb: (person, input) => letWebhookAnswer(person, input),
  }),
  removeLink: defineOperation("DELETE /api/channel-links/{id}", {
    summary: "End one of your own links",
    answers: ok(z.object({ removed: z.boolean() })),
    refusals: ["not_found"],
    verb: async (person, { id }) => {
      await removeLink(person, id);
      return { removed: true };
    },
  }),
};
