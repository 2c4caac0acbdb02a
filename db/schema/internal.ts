import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { DRAFT_STATUSES } from "@/lib/core/email-draft";
import { id, ofAction, oneOf, time, timeOfRow } from "./columns";

/** Writes that stay with us, and the subscribers' own tables. */

export const emailDrafts = pgTable("email_drafts", {
  ...ofAction(),
  actionKey: text("action_key").notNull(),
  payloadHash: text("payload_hash").notNull(),
  customerRef: text("customer_ref").notNull(),
  toText: text("to_text").notNull(),
  ccText: text("cc_text"),
  subject: text("subject").notNull(),
  body: text("body").notNull(),
  status: oneOf("status", DRAFT_STATUSES).notNull().default("open"),
  changedByLabel: text("changed_by_label"),
  changedAt: time("changed_at"),
  createdAt: timeOfRow("created_at"),
});

export const cacheVersions = pgTable("cache_versions", {
  ...ofAction(),
  actionKey: text("action_key").notNull(),
  payloadHash: text("payload_hash").notNull(),
  name: text("name").notNull(),
  version: id("version").notNull(),
  createdAt: timeOfRow("created_at"),
});

export const customerWatch = pgTable(
  "customer_watch",
  {
    tenantId: id("tenant_id").notNull(),
    actionId: id("action_id").notNull(),
    customerRef: text("customer_ref").notNull(),
    actionType: text("action_type").notNull(),
    impactCents: id("impact_cents"),
    approvedAt: time("approved_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.actionId, table.customerRef] })],
);

export const subscriberReceipts = pgTable(
  "subscriber_receipts",
  {
    tenantId: id("tenant_id").notNull(),
    subscriber: text("subscriber").notNull(),
    actionId: id("action_id").notNull(),
    outcome: text("outcome"),
    handledAt: timeOfRow("handled_at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.subscriber, table.actionId] })],
);
