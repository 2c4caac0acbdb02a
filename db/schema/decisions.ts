import { boolean, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { LIVE_FINDINGS } from "@/lib/core/action/live-finding";
import {
  DECIDER_KINDS,
  DECISIONS,
  DECISION_CHANNELS,
  DECISION_OUTCOMES,
} from "@/lib/core/action/proposed-action";
import { SWITCH_NAMES } from "@/lib/core/kill-switch";
import { id, identity, ofAction, ofTenant, oneOf, time, timeOfRow } from "./columns";

/** Deciding: votes and claims, edit tokens, kill switches, policies and standing authorisations. */

export const decisions = pgTable("decisions", {
  ...ofAction(),
  decision: oneOf("decision", DECISIONS).notNull(),
  outcome: oneOf("outcome", DECISION_OUTCOMES).notNull(),
  payloadHash: text("payload_hash").notNull(),
  actorKind: oneOf("actor_kind", DECIDER_KINDS).notNull(),
  actorUserId: id("actor_user_id"),
  actorLabel: text("actor_label").notNull(),
  comment: text("comment"),
  channel: oneOf("channel", DECISION_CHANNELS).notNull(),
  policyVersion: integer("policy_version").notNull(),
  policyHash: text("policy_hash").notNull(),
  policyRule: text("policy_rule").notNull(),
  editTokenId: id("edit_token_id"),
  standingAuthorisationId: id("standing_authorisation_id"),
  riskLevel: smallint("risk_level"),
  createdAt: timeOfRow("created_at"),
});

export const editTokens = pgTable("edit_tokens", {
  ...ofTenant(),
  userId: id("user_id").notNull(),
  actionId: id("action_id").notNull(),
  payloadHash: text("payload_hash").notNull(),
  decision: oneOf("decision", DECISIONS).notNull(),
  tokenHash: text("token_hash").notNull(),
  createdAt: timeOfRow("created_at"),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
});

export const killSwitches = pgTable("kill_switches", {
  id: identity(),
  tenantId: id("tenant_id"),
  name: oneOf("name", SWITCH_NAMES).notNull(),
  engaged: boolean("engaged").notNull().default(false),
  reason: text("reason"),
  changedByLabel: text("changed_by_label"),
  changedAt: timeOfRow("changed_at"),
  flips: integer("flips").notNull().default(0),
  releaseSeal: text("release_seal"),
  chainHead: text("chain_head").notNull().default(""),
  chainSeq: integer("chain_seq").notNull().default(0),
});

export const policies = pgTable("policies", {
  ...ofTenant(),
  version: integer("version").notNull(),
  hash: text("hash").notNull(),
  cedarText: text("cedar_text").notNull(),
  note: text("note").notNull().default(""),
  createdByLabel: text("created_by_label").notNull(),
  createdAt: timeOfRow("created_at"),
  seal: text("seal"),
});

export const standingAuthorisations = pgTable("standing_authorisations", {
  ...ofTenant(),
  actionTypes: text("action_types").array().notNull(),
  riskLevelMax: smallint("risk_level_max").notNull(),
  perDayMax: integer("per_day_max").notNull(),
  policyVersion: integer("policy_version").notNull(),
  signedByUserId: id("signed_by_user_id").notNull(),
  signedByLabel: text("signed_by_label").notNull(),
  createdAt: timeOfRow("created_at"),
  expiresAt: time("expires_at").notNull(),
  revokedAt: time("revoked_at"),
  seal: text("seal"),
});

export const liveReadings = pgTable(
  "live_readings",
  {
    tenantId: id("tenant_id").notNull(),
    actionId: id("action_id").notNull(),
    readAt: time("read_at").notNull(),
    finding: oneOf("finding", LIVE_FINDINGS).notNull(),
    riskLevel: smallint("risk_level"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.actionId] })],
);

export const dismissedNotices = pgTable(
  "dismissed_notices",
  {
    tenantId: id("tenant_id").notNull(),
    userId: id("user_id").notNull(),
    actionId: id("action_id").notNull(),
    dismissedAt: timeOfRow("dismissed_at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.actionId] })],
);
