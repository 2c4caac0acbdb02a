import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import { HELD_BACK_REASONS } from "@/lib/core/action/held-back";

/** The proposals that agents were refused because too many of theirs came or wait, and where the inbox is fullest. */

export const heldBackSchema = z.object({
  items: z
    .array(
      z.object({
        agent: z.object({ id: idSchema, name: z.string(), status: z.enum(["active", "paused", "revoked"]) }),
        reason: z.enum(HELD_BACK_REASONS),
        this_hour: z.int().describe("Within this hour of the clock."),
        day: z.int().describe("Within this hour of the clock and the 23 before it."),
        first_at: z.iso.datetime(),
        last_at: z.iso.datetime(),
        last_action_type: z.string().nullable().describe("Null: no body was read, because too many came."),
        last_entity_ref: z.string().nullable(),
      }),
    )
    .describe(
      "By agent and reason; what was refused last comes first. Counters: a process that dies loses a second of them.",
    ),
  clusters: z
    .array(
      z.object({
        agent_name: z.string(),
        action_type: z.string(),
        waiting: z.int(),
        oldest_at: z.iso.datetime(),
      }),
    )
    .describe(
      "The largest groups of one agent and action type that wait for a decision, among the 5,000 that expire first.",
    ),
});
export type HeldBackView = z.infer<typeof heldBackSchema>;
