import { z } from "zod";
import {
  channelAccountsSchema,
  channelLinksSchema,
  connectedSchema,
  finishConnectingSchema,
  linkCodeSchema,
} from "@/lib/contract/settings/channel-accounts";
import {
  beginConnectingSlack,
  closeChannelAccount,
  finishConnectingSlack,
  readChannelAccounts,
} from "@/lib/messages/connect-slack";
import { confirmLink, removeLink } from "@/lib/messages/links";
import { readOwnLinks } from "@/lib/messages/own-links";
import { defineOperation, ok } from "@/lib/operations/frame/operation";

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
