import { z } from "zod";

/** Secrets of workflows: set once, sent by requests, read by nobody. */

export const setSecretSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,47}$/, "must be capitals, digits and _, such as PRICE_API_KEY")
    .describe("As the workflow's text names it."),
  value: z
    .string()
    .min(1)
    .max(4_000)
    .refine(
      (text) => /^[\x20-\x7e]+$/.test(text),
      "must be printable characters without line breaks: it stands in a header",
    ),
});

export const workflowSecretsSchema = z.object({
  items: z.array(z.object({ name: z.string(), by: z.string(), at: z.iso.datetime() })),
});
export type WorkflowSecrets = z.infer<typeof workflowSecretsSchema>;
