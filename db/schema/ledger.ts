import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { ACTOR_KINDS } from "@/lib/core/ledger/hash-chain";
import { id, identity, oneOf, time } from "./columns";

/** The ledger, and the heads of the chains whose subject has no row of its own to hold one. */

export const events = pgTable("events", {
  id: identity(),
  tenantId: id("tenant_id"),
  eventType: text("event_type").notNull(),
  entityType: text("entity_type").notNull(),
  entityId: id("entity_id").notNull(),
  seq: integer("seq").notNull(),
  prevHash: text("prev_hash").notNull(),
  hash: text("hash").notNull(),
  bodyText: text("body_text").notNull(),
  actorKind: oneOf("actor_kind", ACTOR_KINDS).notNull(),
  actorLabel: text("actor_label").notNull(),
  occurredAt: time("occurred_at").notNull(),
});

export const ledgerSubjects = pgTable(
  "ledger_subjects",
  {
    tenantId: id("tenant_id").notNull(),
    entityType: text("entity_type").notNull(),
    entityId: id("entity_id").notNull(),
    chainHead: text("chain_head").notNull().default(""),
    chainSeq: integer("chain_seq").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.entityType, table.entityId] })],
);
