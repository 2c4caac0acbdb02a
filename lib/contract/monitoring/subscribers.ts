import { z } from "zod";

/** The subscribers of the ledger's events, and what each did. */

const timestamp = z.iso.datetime();

export const subscriberListSchema = z.object({
  redacted: z
    .boolean()
    .describe("True: outcomes are hidden and null, because they name customers and records."),
  items: z.array(
    z.object({
      id: z.string().describe("Its Inngest function."),
      title: z.string(),
      event: z.string(),
      purpose: z.string(),
      handled: z.int().describe("Events of the last seven days."),
      concerned: z.int().describe("Those of them that it did something about."),
      last_at: timestamp.nullable(),
      latest: z.array(
        z.object({ action_id: z.int(), outcome: z.string().nullable(), handled_at: timestamp }),
      ),
    }),
  ),
});
export type SubscriberList = z.infer<typeof subscriberListSchema>;
