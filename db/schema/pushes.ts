import { boolean, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import {
  DESTINATIONS,
  LANE_STATES,
  NETSUITE_STRATEGIES,
  PUSH_STATUSES,
  RECEIPT_STATUSES,
  ROLL_VERIFICATIONS,
  VERIFICATIONS,
} from "@/lib/core/push/push";
import { PUSH_FAILURE_CLASSES } from "@/lib/core/push/verdict-table";
import { id, ofAction, ofTenant, oneOf, time, timeOfRow } from "./columns";

/** Delivery and its proof: pushes, the lane, dead letters, the mirror, receipts and the outbox. */

/** A failure as it is kept and shown: a stable code, our own words, and NetSuite's for operators. */
export interface PushErrorJson {
  code: string;
  class: string;
  message: string;
  details?: string | null;
  /** Only for "too late" answers: the number of them in a row. */
  in_a_row?: number;
  /** The app's seal on it. */
  seal?: string;
}

/** One field of a read-back: what was approved and what NetSuite holds. */
export interface ReadbackLine {
  field: string;
  expected: string | null;
  actual: string | null;
  matches: boolean;
}

export const nsPendingPushes = pgTable("ns_pending_pushes", {
  ...ofAction(),
  actionKey: text("action_key").notNull(),
  recordKey: text("record_key").notNull(),
  recordFamily: text("record_family").notNull(),
  recordUnread: boolean("record_unread").notNull(),
  payloadJson: jsonb("payload_json").notNull(),
  payloadHash: text("payload_hash").notNull(),
  lineNo: integer("line_no").notNull(),
  destination: oneOf("destination", DESTINATIONS).notNull().default("netsuite"),
  status: oneOf("status", PUSH_STATUSES).notNull().default("queued"),
  attempts: integer("attempts").notNull().default(0),
  leaseAttempt: integer("lease_attempt").notNull().default(0),
  leaseOwner: text("lease_owner"),
  leaseExpiresAt: time("lease_expires_at"),
  nextAttemptAt: timeOfRow("next_attempt_at"),
  graceUntil: time("grace_until"),
  holdUntil: time("hold_until"),
  probedAt: time("probed_at"),
  sentAt: time("sent_at"),
  lastSentAt: time("last_sent_at"),
  notAfter: time("not_after"),
  earlierNotAfter: time("earlier_not_after"),
  provedUnwrittenAt: time("proved_unwritten_at"),
  failureClass: oneOf("failure_class", PUSH_FAILURE_CLASSES),
  lastErrorJson: jsonb("last_error_json").$type<PushErrorJson>(),
  reconcileRounds: integer("reconcile_rounds").notNull().default(0),
  sendRound: integer("send_round").notNull().default(0),
  netsuiteAccount: text("netsuite_account"),
  nsInternalId: text("ns_internal_id"),
  readbackJson: jsonb("readback_json").$type<ReadbackLine[]>(),
  verification: oneOf("verification", VERIFICATIONS),
  endSeal: text("end_seal"),
  queuedAt: timeOfRow("queued_at"),
  appliedAt: time("applied_at"),
  endedAt: time("ended_at"),
  updatedAt: timeOfRow("updated_at"),
});

/** At most one of a tenant is in use; the others stay for the probes of writes that went there. */
export const netsuiteAccounts = pgTable("netsuite_accounts", {
  ...ofTenant(),
  strategy: oneOf("strategy", NETSUITE_STRATEGIES).notNull(),
  account: text("account").notNull(),
  keyPrefix: text("key_prefix").notNull(),
  sealed: text("sealed"),
  sealedHashes: text("sealed_hashes").array().notNull().default([]),
  setByLabel: text("set_by_label").notNull(),
  setAt: timeOfRow("set_at"),
  endedAt: time("ended_at"),
});

export const pushLanes = pgTable("push_lanes", {
  tenantId: id("tenant_id").primaryKey(),
  state: oneOf("state", LANE_STATES).notNull().default("open"),
  code: text("code"),
  message: text("message"),
  haltedAt: time("halted_at"),
  probeAt: time("probe_at"),
  lastReconciledAt: time("last_reconciled_at"),
});

export const sweeps = pgTable("sweeps", {
  tenantId: id("tenant_id").primaryKey(),
  lastAt: timeOfRow("last_at"),
  figuresUntil: time("figures_until"),
});

export const deadLetters = pgTable("ns_push_dlq_log", {
  ...ofTenant(),
  pushId: id("push_id").notNull(),
  actionId: id("action_id").notNull(),
  payloadJson: jsonb("payload_json").notNull(),
  errorJson: jsonb("error_json").$type<PushErrorJson>().notNull(),
  attempts: integer("attempts").notNull(),
  lastAt: timeOfRow("last_at"),
  replayedAt: time("replayed_at"),
  replayedByLabel: text("replayed_by_label"),
  payloadBlankedAt: time("payload_blanked_at"),
});

export const appliedMirror = pgTable("proposed_actions_applied_mirror", {
  ...ofAction(),
  actionType: text("action_type").notNull(),
  entityType: text("entity_type").notNull(),
  entityRef: text("entity_ref").notNull(),
  payloadJson: jsonb("payload_json").notNull(),
  payloadHash: text("payload_hash").notNull(),
  nsInternalId: text("ns_internal_id").notNull(),
  verification: oneOf("verification", ROLL_VERIFICATIONS).notNull(),
  decidedByLabel: text("decided_by_label").notNull(),
  approvedAt: time("approved_at").notNull(),
  appliedAt: time("applied_at").notNull(),
});

export const actionReceipts = pgTable("action_receipts", {
  ...ofTenant(),
  idempotencyKey: text("idempotency_key").notNull(),
  actionId: id("action_id").notNull(),
  pushId: id("push_id").notNull(),
  status: oneOf("status", RECEIPT_STATUSES).notNull(),
  requestMetadata: jsonb("request_metadata").notNull(),
  responseMetadata: jsonb("response_metadata"),
  verification: oneOf("verification", VERIFICATIONS),
  reversible: boolean("reversible").notNull().default(false),
  howToReverse: jsonb("how_to_reverse"),
  correlationId: text("correlation_id").notNull(),
  startedAt: timeOfRow("started_at"),
  completedAt: time("completed_at"),
});

export const outbox = pgTable("outbox", {
  ...ofTenant(),
  eventName: text("event_name").notNull(),
  eventId: text("event_id").notNull(),
  bodyJson: jsonb("body_json").$type<Record<string, number>>().notNull(),
  attempts: integer("attempts").notNull().default(0),
  nextAttemptAt: timeOfRow("next_attempt_at"),
  lastError: text("last_error"),
  createdAt: timeOfRow("created_at"),
  sentAt: time("sent_at"),
});
