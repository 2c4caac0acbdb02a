import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { RETENTION_KINDS } from "@/lib/core/ledger/retention";
import { id, time } from "./people";

/** Heads of the ledger's chains whose subject has no row of its own to hold one. */
export const ledgerSubjects = pgTable("ledger_subjects", {
  tenantId: id("tenant_id").notNull(),
  entityType: text("entity_type").notNull(),
  entityId: id("entity_id").notNull(),
  chainHead: text("chain_head").notNull().default(""),
  chainSeq: integer("chain_seq").notNull().default(0),
});

export const retentionPeriods = pgTable("retention_periods", {
  tenantId: id("tenant_id").notNull(),
  kind: text("kind", { enum: RETENTION_KINDS }).notNull(),
  days: integer("days").notNull(),
  reason: text("reason"),
  changedByLabel: text("changed_by_label"),
  changedAt: time("changed_at"),
});

export const retentionRuns = pgTable("retention_runs", {
  id: id("id").primaryKey().generatedAlwaysAsIdentity(),
  tenantId: id("tenant_id").notNull(),
  startedByLabel: text("started_by_label").notNull(),
  startedAt: time("started_at").notNull(),
  endedAt: time("ended_at"),
  countsJson: jsonb("counts_json").$type<Record<string, number>>().notNull().default({}),
  complete: boolean("complete").notNull().default(false),
});
