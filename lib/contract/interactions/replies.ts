import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import { INTERACTION_CHANNELS, READINGS, RELEVANCE_CLASSES } from "@/lib/core/interaction/interaction";

/** Free text that came in as the answer to a question. */

const replySchema = z.object({
  id: idSchema,
  by: z.string().nullable().describe("The member who wrote it; null: nobody whom the company knows."),
  channel: z.enum(INTERACTION_CHANNELS),
  text: z.string().describe("Without what it quotes."),
  received_at: z.iso.datetime(),
  classification: z.enum(RELEVANCE_CLASSES).describe("Whether it belongs to the question."),
  score: z.number().describe("0.7 and more is relevant, 0.3 and less filtered."),
  reasoning: z.string(),
  classified_by: z.string().describe("`rules`, or the model by its provider and name."),
  reading: z.enum(READINGS),
  drafted_answer: z.json().describe("Null: it reads as no answer."),
  answered: z.boolean().describe("It is the person's answer. Otherwise it has answered nothing."),
  verified: z
    .object({ is_right: z.boolean(), by: z.string(), at: z.iso.datetime(), notes: z.string().nullable() })
    .nullable()
    .describe("Whether a person found it classified and read rightly; null: nobody has said."),
});
export type ReplyView = z.infer<typeof replySchema>;

export const repliesSchema = z.object({ items: z.array(replySchema) });
export type Replies = z.infer<typeof repliesSchema>;

export const verifyReplySchema = z.strictObject({
  reply_id: idSchema,
  is_right: z.boolean().describe("It was classified and read rightly."),
  notes: z.string().trim().max(2_000).optional(),
});

const unmatchedReplySchema = z.object({
  id: idSchema,
  channel: z.enum(INTERACTION_CHANNELS),
  from: z.string().nullable().describe("Whom it names as its sender; anybody can write anything there."),
  by: z.string().nullable().describe("The member who is proven to have written it; null: nobody."),
  subject: z.string().nullable(),
  text: z.string().describe("Without what it quotes."),
  received_at: z.iso.datetime(),
  why: z.string().describe("Why it counted for nothing."),
  question_id: idSchema.nullable(),
  action_id: idSchema.nullable().describe("Of the proposed action whose mail it answers."),
});
export type UnmatchedReply = z.infer<typeof unmatchedReplySchema>;

export const unmatchedRepliesSchema = z.object({
  items: z.array(unmatchedReplySchema),
  more: z.boolean().describe("There are more than these: dismiss some to see them."),
});
export type UnmatchedReplies = z.infer<typeof unmatchedRepliesSchema>;
