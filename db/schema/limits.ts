import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { id, time, timeOfRow } from "./columns";

/** How much agents may propose, and what was refused of it. */

/** Set by administrators; without a row as proposal_limits_of says. */
export const proposalLimits = pgTable("proposal_limits", {
  tenantId: id("tenant_id").primaryKey(),
  perMinuteMax: integer("per_minute_max"),
  pendingMax: integer("pending_max").notNull(),
  highMax: integer("high_max").notNull(),
  agentHighMax: integer("agent_high_max").notNull(),
  recordMax: integer("record_max").notNull(),
  recordHighMax: integer("record_high_max").notNull(),
  reason: text("reason").notNull(),
  changedByLabel: text("changed_by_label").notNull(),
  changedAt: timeOfRow("changed_at"),
});

/** Counts of refused proposals, by hour. */
export const heldBack = pgTable(
  "held_back",
  {
    tenantId: id("tenant_id").notNull(),
    agentId: id("agent_id").notNull(),
    reason: text("reason").notNull(),
    hour: time("hour").notNull(),
    count: integer("count").notNull(),
    firstAt: time("first_at").notNull(),
    lastAt: time("last_at").notNull(),
    lastActionType: text("last_action_type"),
    lastEntityRef: text("last_entity_ref"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.agentId, table.reason, table.hour] })],
);
