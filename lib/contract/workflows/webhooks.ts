import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";

/** Addresses at which somebody outside begins runs. */

export const makeWebhookSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,47}$/, "must be lower-case letters, digits and _, such as count_closed")
    .describe("As the workflow's text names it under `on`."),
});

const webhookFields = { id: idSchema, name: z.string(), url: z.string() };

export const newWebhookSchema = z.object({
  ...webhookFields,
  key: z.string().describe("`whsec_…`, as Standard Webhooks has it. It is shown once."),
});
export type NewWebhook = z.infer<typeof newWebhookSchema>;

export const webhooksSchema = z.object({
  items: z.array(z.object({ ...webhookFields, by: z.string(), at: z.iso.datetime() })),
});
export type Webhooks = z.infer<typeof webhooksSchema>;
