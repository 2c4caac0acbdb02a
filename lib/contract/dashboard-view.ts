import { z } from "zod";
import { tierSchema } from "./action-view";

/** Figures for the dashboard; times in milliseconds, over the last seven days unless a name says otherwise. */
export const dashboardSchema = z.object({
  decided_by_day: z.array(
    z.object({ day: z.string(), approved: z.int(), rejected: z.int(), expired: z.int(), by_policy: z.int() }),
  ),
  decision_time_by_tier: z.array(
    z.object({
      tier: tierSchema,
      decisions: z.int(),
      median_ms: z.number().nullable(),
      p90_ms: z.number().nullable(),
    }),
  ),
  approved_to_applied: z.object({
    count: z.int(),
    median_ms: z.number().nullable(),
    p95_ms: z.number().nullable(),
  }),
  push_outcomes: z.array(z.object({ status: z.string(), count: z.int() })),
  dead_letters_by_cause: z.array(z.object({ code: z.string(), count: z.int() })),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
