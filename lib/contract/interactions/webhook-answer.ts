import { z } from "zod";
import { respondSchema } from "./interactions";

/** An answer as the company's endpoint sends it. */

const TEXT_CHARACTERS_MAX = 65_536;

const refSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}$/, "must be the ref of a question that was sent to you");

export const webhookAnswerSchema = z.strictObject({
  type: z.literal("question.answer"),
  /** As Standard Webhooks has it; what counts is the signed header. */
  timestamp: z.string().max(100).optional(),
  data: z.union(
    [
      z.strictObject({ ref: refSchema, answer: respondSchema.shape.response }),
      z.strictObject({ ref: refSchema, text: z.string().min(1).max(TEXT_CHARACTERS_MAX) }),
    ],
    "must be {ref, answer} or {ref, text}",
  ),
});
export type WebhookAnswerInput = z.output<typeof webhookAnswerSchema>;
