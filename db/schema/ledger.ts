import { boolean, customType, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { ACTOR_KINDS } from "@/lib/core/ledger/hash-chain";
import type { Fault } from "@/lib/core/ledger/replay/fault";
import { BUNDLE_SUBJECTS } from "@/lib/core/ledger/bundle/statement";
import { VERIFY_MODES, type VerifiedCounts } from "@/lib/core/ledger/verification";
import { id, identity, ofTenant, oneOf, time, timeOfRow } from "./columns";

/** Ranges of ids, as Postgres writes them. */
const int8multirange = customType<{ data: string }>({ dataType: () => "int8multirange" });

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

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

/** Events that no checkpoint covers yet. */
export const unsealedEvents = pgTable("unsealed_events", {
  eventId: id("event_id").primaryKey(),
  tenantId: id("tenant_id"),
  queuedAt: timeOfRow("queued_at"),
  /** It waited when checkpoints began to vouch for seals. */
  predatesSeals: boolean("predates_seals").notNull().default(false),
});

export const auditCheckpoints = pgTable("audit_checkpoints", {
  id: identity(),
  tenantId: id("tenant_id"),
  seq: integer("seq").notNull(),
  bodyText: text("body_text").notNull(),
  hash: text("hash").notNull(),
  signature: text("signature").notNull(),
  keyId: text("key_id").notNull(),
  eventIds: int8multirange("event_ids").notNull(),
  eventCount: integer("event_count").notNull(),
  sealedAt: time("sealed_at").notNull(),
});

export const auditVerifications = pgTable("audit_verifications", {
  ...ofTenant(),
  mode: oneOf("mode", VERIFY_MODES).notNull(),
  startedByLabel: text("started_by_label").notNull(),
  startedAt: timeOfRow("started_at"),
  updatedAt: timeOfRow("updated_at"),
  endedAt: time("ended_at"),
  intact: boolean("intact"),
  checkedJson: jsonb("checked_json").$type<Partial<VerifiedCounts>>().notNull().default({}),
  faultsJson: jsonb("faults_json").$type<Fault[]>().notNull().default([]),
  faultCount: integer("fault_count").notNull().default(0),
  headSeq: integer("head_seq"),
  marksJson: jsonb("marks_json").$type<Record<string, number>>().notNull().default({}),
});

/** One row a run or action that has ended; all that follows `ended_at` is null until its bundle is sealed. */
export const evidenceBundles = pgTable("evidence_bundles", {
  ...ofTenant(),
  subjectType: oneOf("subject_type", BUNDLE_SUBJECTS).notNull(),
  subjectId: id("subject_id").notNull(),
  endedAt: time("ended_at").notNull(),
  payload: bytea("payload"),
  signature: text("signature"),
  keyId: text("key_id"),
  sha256: text("sha256"),
  sizeBytes: integer("size_bytes"),
  checkpointSeq: integer("checkpoint_seq"),
  sealedAt: time("sealed_at"),
});
