import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import {
  DELIVERY_STATES,
  DISABLED_BECAUSE,
  ENDPOINT_STATES,
  type WebhookAttempt,
} from "@/lib/core/webhook/webhook";
import { id, ofTenant, oneOf, time, timeOfRow } from "./columns";

/** Outgoing webhooks: endpoints, and what each is told. */

export const webhookEndpoints = pgTable("webhook_endpoints", {
  ...ofTenant(),
  url: text("url").notNull(),
  description: text("description").notNull().default(""),
  events: text("events").array().notNull(),
  state: oneOf("state", ENDPOINT_STATES).notNull().default("enabled"),
  disabledBecause: oneOf("disabled_because", DISABLED_BECAUSE),
  disabledAt: time("disabled_at"),
  sealed: text("sealed"),
  rotatedAt: time("rotated_at"),
  failingSince: time("failing_since"),
  deliveredAt: time("delivered_at"),
  createdAt: time("created_at").notNull(),
  createdByLabel: text("created_by_label").notNull(),
});

export const webhookDeliveries = pgTable("webhook_deliveries", {
  ...ofTenant(),
  endpointId: id("endpoint_id").notNull(),
  webhookId: text("webhook_id").notNull(),
  eventType: text("event_type").notNull(),
  seq: id("seq").notNull(),
  subjectId: id("subject_id").notNull(),
  subjectStatus: text("subject_status").notNull(),
  actionId: id("action_id"),
  occurredAt: timeOfRow("occurred_at"),
  state: oneOf("state", DELIVERY_STATES).notNull().default("due"),
  attempts: integer("attempts").notNull().default(0),
  nextAt: time("next_at"),
  fence: integer("fence").notNull().default(0),
  leaseUntil: time("lease_until"),
  log: jsonb("log").$type<WebhookAttempt[]>().notNull().default([]),
  settledAt: time("settled_at"),
});
