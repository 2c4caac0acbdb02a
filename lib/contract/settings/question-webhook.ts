import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";

/** The company's endpoint for questions, and the people who let it answer for them. */

const urlSchema = z
  .string()
  .min(1)
  .max(2_048)
  .describe("https, port 443 or 8443, a public name, without credentials and fragment.");

export const connectQuestionWebhookSchema = z.strictObject({
  label: z.string().trim().min(1).max(60).describe("By which people know it."),
  url: urlSchema,
});

export const moveQuestionWebhookSchema = z.strictObject({ url: urlSchema });

export const webhookSecretSchema = z.object({
  secret: z.string().describe("whsec_…, for both directions. It is answered this once."),
  answers_to: z.string().describe("Where answers are sent to."),
});
export type WebhookSecret = z.infer<typeof webhookSecretSchema>;

export const questionWebhookSchema = z.object({
  id: idSchema,
  url: z.string(),
  answers_to: z.string(),
  previous_secret_until: z.iso.datetime().nullable().describe("Both secrets count until then."),
  answers_for: z.int().describe("So many people let it answer for them."),
});
export type QuestionWebhook = z.infer<typeof questionWebhookSchema>;

/** As everybody sees it who may let it answer. */
export const answeringEndpointSchema = z.object({
  account_id: idSchema,
  label: z.string(),
  host: z.string().describe("To which the questions go."),
  link_id: idSchema.nullable().describe("Null: it does not answer for you."),
});
export type AnsweringEndpoint = z.infer<typeof answeringEndpointSchema>;

export const letAnswerSchema = z.strictObject({
  account_id: idSchema,
  host: z.string().min(1).max(300).describe("As it was shown to you: another one is refused."),
});
