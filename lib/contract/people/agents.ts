import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import { AGENT_LIMITS } from "@/lib/core/limits";
import { changeSchema, secretOnce } from "./people";

/** Agents, as administrators create, change and see them. */

const agentNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "must be small letters, digits and hyphens, such as pricing-agent");

const perMinuteSchema = z.int().min(1).max(AGENT_LIMITS.perMinuteMax);

const pendingSchema = z.int().min(1).max(AGENT_LIMITS.pendingMax);

export const createAgentSchema = z.strictObject({
  name: agentNameSchema,
  on_behalf_of: idSchema.nullable().default(null).describe("The person it speaks for; null: nobody."),
  proposals_per_minute_max: perMinuteSchema.default(120),
  pending_max: pendingSchema.default(1_000),
});

export const changeAgentSchema = z
  .strictObject({
    on_behalf_of: idSchema.nullable().optional(),
    proposals_per_minute_max: perMinuteSchema.optional(),
    pending_max: pendingSchema.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), "must change something");

export const rotateKeySchema = z.strictObject({
  grace_hours: z
    .number()
    .min(0)
    .max(AGENT_LIMITS.graceHoursMax)
    .default(0)
    .describe("How long the old key still works; 0: not a moment."),
});

export const agentViewSchema = z.object({
  id: idSchema,
  name: z.string(),
  status: z.enum(["active", "paused", "revoked"]),
  key_prefix: z.string(),
  on_behalf_of: z.object({ id: idSchema, name: z.string() }).nullable(),
  proposals_per_minute_max: z.int(),
  pending_max: z.int(),
  pending: z.int().describe("Its proposals that wait for a decision now."),
  decided: z
    .int()
    .describe("Its own proposals that people decided within 30 days, the newest 5,000 of the company."),
  approved: z.int().describe("How many of those they approved."),
  held_back: z
    .int()
    .describe("How many of its proposals were refused within 24 hours because of a limit or a pause."),
  paused_at: z.iso.datetime().nullable(),
  workflow: z
    .string()
    .nullable()
    .describe("Its runs propose as this agent: nobody has its key, and it speaks for whoever began the run."),
  key_makers: z
    .array(z.string())
    .describe("Who made or rotated its key: at L4 and L5 they count as authors of its proposals."),
  previous_key_until: z.iso.datetime().nullable(),
  last_used_at: z.iso.datetime().nullable().describe("To the minute."),
  created_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
  last_change: changeSchema,
});
export type AgentView = z.infer<typeof agentViewSchema>;

export const agentsSchema = z.object({ items: z.array(agentViewSchema) });

export const agentKeySchema = z.object({ agent: agentViewSchema, key: secretOnce });
export type AgentKey = z.infer<typeof agentKeySchema>;
