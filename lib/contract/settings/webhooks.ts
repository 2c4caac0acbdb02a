import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import {
  DELIVERY_STATES,
  DISABLED_BECAUSE,
  WEBHOOK_EVENT_NAMES,
  WEBHOOK_LIMITS,
} from "@/lib/core/webhook/webhook";

/** Endpoints of webhooks and their deliveries, as administrators set them up and see them. */

const urlSchema = z
  .string()
  .min(1)
  .max(2_048)
  .describe("https, port 443 or 8443, a public name, without credentials and fragment.");
const eventsSchema = z
  .array(z.enum(WEBHOOK_EVENT_NAMES))
  .min(1)
  .max(WEBHOOK_EVENT_NAMES.length)
  .transform((events) => WEBHOOK_EVENT_NAMES.filter((name) => events.includes(name)));
const descriptionSchema = z.string().max(WEBHOOK_LIMITS.descriptionMax);

export const createEndpointSchema = z.strictObject({
  url: urlSchema,
  events: eventsSchema,
  description: descriptionSchema.default(""),
});

export const changeEndpointSchema = z
  .strictObject({
    url: urlSchema.optional().describe("Another address needs a step-up."),
    events: eventsSchema.optional(),
    description: descriptionSchema.optional(),
    enabled: z.boolean().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), "must change something");

export const endpointViewSchema = z.object({
  id: idSchema,
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  state: z.enum(["enabled", "disabled"]),
  disabled_because: z
    .enum(DISABLED_BECAUSE)
    .nullable()
    .describe("person; gone: it answered 410; failing: nothing arrived for 120 hours."),
  disabled_at: z.iso.datetime().nullable(),
  public_key: z
    .string()
    .nullable()
    .describe("whpk_…: verifies the v1a signatures. Null: the keys cannot be read."),
  previous_keys_until: z.iso.datetime().nullable().describe("Both secrets sign until then."),
  failing_since: z.iso.datetime().nullable().describe("The first failure since the last success."),
  delivered_at: z.iso.datetime().nullable().describe("The last success, to the minute."),
  waiting: z.int().describe("Deliveries that wait or are under way."),
  last_24_hours: z.object({ delivered: z.int(), failed: z.int() }),
  created_at: z.iso.datetime(),
  created_by: z.string(),
});
export type EndpointView = z.output<typeof endpointViewSchema>;

export const endpointsSchema = z.object({
  items: z.array(endpointViewSchema),
  catalogue: z.array(z.object({ event: z.string(), sent: z.string() })),
});
export type Endpoints = z.output<typeof endpointsSchema>;

export const endpointWithSecretSchema = endpointViewSchema.extend({
  secret: z.string().describe("whsec_…: verifies the v1 signatures. It is shown this once."),
});
export type EndpointWithSecret = z.output<typeof endpointWithSecretSchema>;

const attemptSchema = z.object({
  at: z.iso.datetime(),
  outcome: z
    .enum(["delivered", "answered", "refused", "not_sent", "unknown", "interrupted"])
    .describe("answered: with another status than 2xx; refused: a rule of ours forbids the address."),
  status: z.int().optional(),
  why: z.string().optional(),
  ms: z.int().optional(),
});

export const deliveryViewSchema = z.object({
  id: idSchema,
  endpoint_id: idSchema,
  webhook_id: z.string().describe("The same over all attempts."),
  type: z.string(),
  seq: z.int(),
  subject: z.object({ id: idSchema, status: z.string(), url: z.string() }),
  occurred_at: z.iso.datetime(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int().describe("Since it was due for the first time, or sent again by a person."),
  next_attempt_at: z.iso.datetime().nullable(),
  log: z.array(attemptSchema).describe("The newest thirty attempts, oldest first."),
});
export type DeliveryView = z.output<typeof deliveryViewSchema>;

export const deliveriesQuerySchema = z.object({
  cursor: z.coerce
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe("From the page before."),
  limit: z.coerce.number().int().min(1).max(WEBHOOK_LIMITS.pageMax).default(50),
});
export const deliveriesSchema = z.object({
  items: z.array(deliveryViewSchema),
  next_cursor: z.int().nullable(),
});
export type Deliveries = z.output<typeof deliveriesSchema>;
