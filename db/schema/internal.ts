import { pgTable, text } from "drizzle-orm/pg-core";
import { id, time } from "./people";

/** What writes go to that do not go to NetSuite, and what the example consumer keeps. */

export const emailDrafts = pgTable("email_drafts", {
  id: id("id").primaryKey().generatedAlwaysAsIdentity(),
  tenantId: id("tenant_id").notNull(),
  actionId: id("action_id").notNull(),
  actionKey: text("action_key").notNull(),
  payloadHash: text("payload_hash").notNull(),
  customerRef: text("customer_ref").notNull(),
  toText: text("to_text").notNull(),
  ccText: text("cc_text"),
  subject: text("subject").notNull(),
  body: text("body").notNull(),
  status: text("status", { enum: ["open", "used", "discarded"] })
    .notNull()
    .default("open"),
  changedByLabel: text("changed_by_label"),
  changedAt: time("changed_at"),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const cacheVersions = pgTable("cache_versions", {
  id: id("id").primaryKey().generatedAlwaysAsIdentity(),
  tenantId: id("tenant_id").notNull(),
  actionId: id("action_id").notNull(),
  actionKey: text("action_key").notNull(),
  payloadHash: text("payload_hash").notNull(),
  name: text("name").notNull(),
  version: id("version").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const customerWatch = pgTable("customer_watch", {
  tenantId: id("tenant_id").notNull(),
  actionId: id("action_id").notNull(),
  customerRef: text("customer_ref").notNull(),
  actionType: text("action_type").notNull(),
  impactCents: id("impact_cents"),
  appliedAt: time("applied_at").notNull(),
});
