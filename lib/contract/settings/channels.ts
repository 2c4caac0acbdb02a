import { z } from "zod";
import { tierSchema } from "@/lib/contract/actions/action-view";
import { answeringEndpointSchema } from "./question-webhook";
import { ACCOUNT_STATES, CHANNEL_HEALTHS, CHANNEL_KINDS } from "@/lib/core/message/message";

/** The channels and kinds of messages that a person chose, and the health of the channels. */

const timestamp = z.iso.datetime();

const preferenceFields = {
  questions: z.boolean().describe("Questions that you are asked."),
  tier_min: tierSchema.nullable().describe("Proposed actions of this tier and above. Null: none."),
};

export const preferenceSchema = z.strictObject({
  kind: z.enum(CHANNEL_KINDS),
  ...preferenceFields,
  outcomes: z
    .boolean()
    .optional()
    .describe(
      "How writes that you decided on went wrong. Absent: as before; until you say, on with any other choice.",
    ),
});
export type PreferenceInput = z.output<typeof preferenceSchema>;

export const testChannelSchema = z.strictObject({ kind: z.enum(CHANNEL_KINDS) });

const accountHealthSchema = z.object({
  id: z.int(),
  label: z.string(),
  state: z.enum(ACCOUNT_STATES),
  health: z.enum(CHANNEL_HEALTHS),
  health_since: timestamp,
  sent: z.int().describe("Attempts of the last hour that succeeded."),
  not_sent: z.int().describe("Those that failed."),
  waiting: z.int().describe("Messages of the last day that have not left."),
  unknown: z.int().describe("Those of which nobody knows whether they arrived."),
  failed: z.int().describe("Those that were given up."),
  paused_until: timestamp.nullable(),
  last_error: z.string().nullable().describe("The provider's own words."),
});
export type AccountHealth = z.infer<typeof accountHealthSchema>;

export const channelSchema = z.object({
  kind: z.enum(CHANNEL_KINDS),
  title: z.string(),
  missing: z.string().nullable().describe("What has to be set before it sends anything. Null: it is set up."),
  reaches: z.string().nullable().describe("Where it reaches you. Null: nowhere yet."),
  carries_actions: z.boolean().describe("False: it is about questions alone."),
  endpoint: answeringEndpointSchema
    .nullable()
    .describe("Of a webhook, which answers for whoever lets it. Null: another channel."),
  ...preferenceFields,
  outcomes: z.boolean().describe("How writes that you decided on went wrong."),
  outcomes_chosen: z.boolean().describe("False: you never said, and it follows your other choices."),
  accounts: z.array(accountHealthSchema).nullable().describe("For administrators; null for others."),
});
export type ChannelView = z.infer<typeof channelSchema>;

export const channelsSchema = z.object({ channels: z.array(channelSchema) });
export type Channels = z.infer<typeof channelsSchema>;

export const channelTestSchema = z.object({
  outcome: z.enum(["sent", "not_sent", "unknown"]),
  words: z.string().describe("What happened, in a sentence; the provider's own words in it."),
});
export type ChannelTest = z.infer<typeof channelTestSchema>;
