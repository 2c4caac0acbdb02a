import { z } from "zod";
import { SWITCH_NAMES, SWITCH_SOURCES } from "@/lib/core/kill-switch";
import { LANE_STATES } from "@/lib/core/push/push";
import { SWEEP_STATES } from "@/lib/core/sweep-state";
import { tierSchema } from "@/lib/contract/actions/action-view";
import { idSchema } from "@/lib/contract/actions/decision";

/** The state of the gateway: the strip that is always on screen, switches, lane, dashboard, ledger and health. */

const timestamp = z.iso.datetime();

const laneState = z.enum(LANE_STATES);
const lane = z.object({
  state: laneState,
  code: z.string().nullable(),
  why: z.string().nullable().describe("Why it is halted, in words."),
  to_do: z.string().nullable().describe("The repair."),
  halted_at: timestamp.nullable(),
  next_try_at: timestamp.nullable().describe("When one push tries by itself whether NetSuite answers."),
  waiting: z.int().describe("Approved writes that wait in the queue."),
});
export const laneSchema = lane.extend({
  history: z
    .array(z.object({ id: z.int(), at: timestamp, type: z.string(), actor: z.string(), text: z.string() }))
    .describe("When it halted and opened, newest first."),
});
export type Lane = z.infer<typeof laneSchema>;

export const laneRetrySchema = z.object({
  waiting: z.int(),
  tried: z
    .enum(["push", "read", "nothing"])
    .describe("The means of the try: a waiting write, a reading, or nothing where there is neither."),
  action_id: idSchema.nullable(),
  state: laneState,
});
export type LaneRetry = z.infer<typeof laneRetrySchema>;

const globalSwitches = z
  .array(
    z.object({
      name: z.enum(SWITCH_NAMES),
      engaged: z.boolean(),
      since: timestamp.nullable(),
      reason: z.string().nullable(),
      changed_by: z.string().nullable(),
    }),
  )
  .describe("The operator's switches, which hold for every tenant. No page releases them.");
export const globalSwitchesSchema = z.object({ switches: globalSwitches });
export type GlobalSwitches = z.infer<typeof globalSwitchesSchema>;

/** Decisions that the caller may not make for now, and why. */
export const standingSchema = z.object({
  recovery: z
    .object({ by: z.string(), at: timestamp, until: timestamp })
    .nullable()
    .describe(
      "Somebody gave you new credentials: you decide nothing at L4 and L5 until then, or until another administrator confirms.",
    ),
  new_in_office_until: timestamp
    .nullable()
    .describe("From then on your approvals count at L4 and L5 and where two must approve; null: they do."),
});
export type ViewerStanding = z.infer<typeof standingSchema>;

/** Always on screen: counts, the oldest, switches and the lane. */
export const overviewSchema = z.object({
  now: timestamp,
  pending: z.object({
    total: z.int(),
    oldest_created_at: timestamp.nullable(),
    by_tier: z.array(z.object({ tier: tierSchema, count: z.int(), oldest_created_at: timestamp.nullable() })),
    pile_up: z.boolean().describe("More waits, or waits longer, than one person gets through."),
    pile_up_reason: z.string().nullable(),
  }),
  grace_seconds: z.int().describe("How long a decision on a page at L2 or L3 may be taken back."),
  approved_not_applied: z.int(),
  stale: z.int(),
  dead_letters: z.int(),
  notices: z
    .int()
    .describe("How many actions that you approved or signed for went wrong and are not dismissed."),
  questions: z.int().describe("Open questions that you are asked and have not answered; counted up to 100."),
  standing: standingSchema,
  lane: lane.extend({
    message: z.string().nullable(),
    opened_at: timestamp.nullable().describe("When it last opened again; null where it never was halted."),
    last_reconciled_at: timestamp.nullable(),
  }),
  sweep: z
    .object({
      state: z.enum(SWEEP_STATES),
      last_at: timestamp.nullable(),
      unsent_since: timestamp.nullable().describe("The oldest event that Inngest has not taken."),
    })
    .describe(
      "Whether Inngest carries the work: `refusing` where it has not taken an event for three minutes, `late` after three minutes without a sweep, `never` without any.",
    ),
  failing_channels: z
    .array(z.string())
    .describe("For administrators: accounts that fail to send to people, by name."),
  disabled_webhooks: z
    .array(z.string())
    .describe(
      "For administrators: hosts of webhook endpoints that were disabled because they are gone or failed.",
    ),
  classifier_failing: z
    .boolean()
    .describe(
      "For administrators: the model that classifies replies fails in more than 10 % of the last hour.",
    ),
  switches: z.array(
    z.object({
      name: z.enum(SWITCH_NAMES),
      engaged: z.boolean(),
      source: z.enum(SWITCH_SOURCES).nullable(),
      since: timestamp.nullable(),
      reason: z.string().nullable(),
      changed_by: z.string().nullable(),
      releasable: z.boolean(),
    }),
  ),
  global_switches: globalSwitches,
});
export type Overview = z.infer<typeof overviewSchema>;

export const killSwitchesSchema = z.object({ switches: overviewSchema.shape.switches });
const writeInFlight = z.object({
  push_id: idSchema,
  action_id: idSchema,
  line_no: z.int(),
  status: z
    .enum(["pushing", "unknown", "answered"])
    .describe(
      "`pushing`: it waits for its answer. `unknown`: nobody answered in time. `answered`: an answer came (429 or a redirect, for example), perhaps from a proxy, and NetSuite may still begin the write.",
    ),
  sent_at: timestamp,
});
const ofInFlight =
  "Writes that left before the switch engaged and may still arrive: first those on their way, then the newest of the others; at most 500 of a tenant. No further write leaves.";
const inFlightTotal = z
  .int()
  .describe("The number of such writes, including those that `in_flight` has no room for.");
export const killSwitchChangeSchema = killSwitchesSchema.extend({
  in_flight: z.array(writeInFlight).describe(ofInFlight),
  in_flight_total: inFlightTotal,
});
export type KillSwitchChange = z.infer<typeof killSwitchChangeSchema>;
export const globalSwitchChangeSchema = globalSwitchesSchema.extend({
  in_flight: z.array(writeInFlight.extend({ tenant_id: idSchema })).describe(ofInFlight),
  in_flight_total: inFlightTotal,
});
export type GlobalSwitchChange = z.infer<typeof globalSwitchChangeSchema>;

export const healthSchema = z.object({
  status: z.enum(["ok", "degraded"]),
  app: z.literal("ok"),
  database: z.enum(["ok", "down"]),
  engine: z.enum(["ok", "down", "external"]),
  lane: z.enum([...LANE_STATES, "unknown"]),
  sweeps: z
    .enum([...SWEEP_STATES, "unknown"])
    .describe(
      "Whether Inngest calls us and takes our events: `refusing`, `late` and `never` mean that approved writes wait.",
    ),
  changes: z
    .enum(["ok", "down"])
    .describe("Whether this process hears of changes at once; it polls otherwise."),
  ledger: z
    .enum(["sealed", "late", "unsigned", "unknown"])
    .describe(
      "`late`: events have waited for their checkpoint for more than 15 minutes. `unsigned`: no signing key is set.",
    ),
});

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
