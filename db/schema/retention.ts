import { boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { RETENTION_KINDS } from "@/lib/core/ledger/retention";
import { id, ofTenant, oneOf, time, timeOfRow } from "./columns";

/** How long each kind of data is kept, the runs of the sweep, who sees content, and quotas. */

export const retentionPeriods = pgTable(
  "retention_periods",
  {
    tenantId: id("tenant_id").notNull(),
    kind: oneOf("kind", RETENTION_KINDS).notNull(),
    days: integer("days").notNull(),
    reason: text("reason"),
    changedByLabel: text("changed_by_label"),
    changedAt: time("changed_at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.kind] })],
);

export const retentionRuns = pgTable("retention_runs", {
  ...ofTenant(),
  startedByLabel: text("started_by_label").notNull(),
  startedAt: timeOfRow("started_at"),
  endedAt: time("ended_at"),
  countsJson: jsonb("counts_json").$type<Record<string, number>>().notNull().default({}),
  complete: boolean("complete").notNull().default(false),
});

/** Whether viewers see the content of proposed actions; without a row they do not. */
export const contentSettings = pgTable("content_settings", {
  tenantId: id("tenant_id").primaryKey(),
  viewersSeeContent: boolean("viewers_see_content").notNull().default(false),
  reason: text("reason").notNull(),
  changedByLabel: text("changed_by_label").notNull(),
  changedAt: timeOfRow("changed_at"),
});

/** How long a decision on a page may be taken back; without a row as long as grace_seconds says. */
export const graceSettings = pgTable("grace_settings", {
  tenantId: id("tenant_id").primaryKey(),
  seconds: integer("seconds").notNull(),
  reason: text("reason").notNull(),
  changedByLabel: text("changed_by_label").notNull(),
  changedAt: timeOfRow("changed_at"),
});

/** Token buckets of askers; without a row the bucket is full. */
export const quotaBuckets = pgTable(
  "quota_buckets",
  {
    tenantId: id("tenant_id").notNull(),
    asker: text("asker").notNull(),
    tokens: doublePrecision("tokens").notNull(),
    at: timeOfRow("at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.asker] })],
);
