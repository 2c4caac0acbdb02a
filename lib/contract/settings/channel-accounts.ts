import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import { questionWebhookSchema } from "./question-webhook";
import { INBOUND_ROUTES } from "@/lib/core/message/inbound-routes";
import { MAIL_WAYS_IN } from "@/lib/core/message/inbound-mail-settings";
import { CHANNEL_HEALTHS, CHANNEL_KINDS } from "@/lib/core/message/message";

/** The channels by which people are told: the company's accounts, and each person's links. */

export const channelAccountsSchema = z.object({
  slack_is_set_up: z
    .boolean()
    .describe("This installation has an app at Slack that a company can connect to."),
  webhook: questionWebhookSchema.nullable().describe("The endpoint for questions; null: none is connected."),
  mail_replies: z
    .object({
      address: z.string().describe("To which people reply, without what makes it theirs."),
      ways_in: z.array(z.enum(MAIL_WAYS_IN)),
      came: z.int().describe("Replies by mail of the last day."),
      answered: z.int().describe("Those of them that are answers."),
      last_at: z.iso.datetime().nullable().describe("When the last of them came; null: none came."),
    })
    .nullable()
    .describe("Null: no reply by mail is read."),
  unmatched_replies: z.int().describe("Replies of no question or no person that nobody has dismissed."),
  refused: z
    .array(z.object({ route: z.enum(INBOUND_ROUTES), forged: z.int(), malformed: z.int() }))
    .describe("Deliveries of the last day that this installation refused, by the route that they came to."),
  items: z.array(
    z.object({
      id: idSchema,
      kind: z.enum(CHANNEL_KINDS),
      label: z.string().describe("As the provider calls it; from outside."),
      state: z
        .enum(["open", "broken"])
        .describe("`broken`: the provider refuses our credentials; connect it again."),
      health: z.enum(CHANNEL_HEALTHS),
      last_error: z.string().nullable(),
      opened_by: z.string(),
      opened_at: z.iso.datetime(),
    }),
  ),
});
export type ChannelAccounts = z.infer<typeof channelAccountsSchema>;

export const connectedSchema = z.object({ url: z.string().describe("Where the app is allowed at Slack.") });

export const finishConnectingSchema = z.strictObject({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(1_000),
});

export const linkCodeSchema = z.strictObject({
  code: z.string().regex(/^[A-Za-z0-9_-]{22}$/, "must be the code of the link"),
});

export const channelLinksSchema = z.object({
  items: z.array(
    z.object({
      id: idSchema,
      kind: z.enum(CHANNEL_KINDS),
      account: z.string().describe("The workspace's name; from outside."),
      user: z.string().describe("As the provider calls this person; from outside."),
      linked_at: z.iso.datetime(),
    }),
  ),
});
export type ChannelLinks = z.infer<typeof channelLinksSchema>;
