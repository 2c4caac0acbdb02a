import { boolean, date, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import type { Rule } from "@/lib/core/message/routing/routing";
import { OUTCOME_KINDS } from "@/lib/core/action/notice";
import { ACCOUNT_STATES, CHANNEL_HEALTHS, CHANNEL_KINDS, MESSAGE_STATES } from "@/lib/core/message/message";
import { id, ofTenant, oneOf, time, timeOfRow } from "./columns";

/** The accounts that messages are sent by, the people behind their users, the messages, and what came in. */

const ofAccount = () => ({ ...ofTenant(), accountId: id("account_id").notNull() });

export const channelAccounts = pgTable("channel_accounts", {
  ...ofTenant(),
  kind: oneOf("kind", CHANNEL_KINDS).notNull(),
  state: oneOf("state", ACCOUNT_STATES).notNull().default("open"),
  externalId: text("external_id"),
  label: text("label").notNull(),
  sealed: text("sealed"),
  settings: jsonb("settings").$type<Record<string, unknown>>().notNull().default({}),
  pausedUntil: time("paused_until"),
  outages: integer("outages").notNull().default(0),
  health: oneOf("health", CHANNEL_HEALTHS).notNull().default("ok"),
  healthAt: timeOfRow("health_at"),
  lastError: text("last_error"),
  openedAt: time("opened_at").notNull(),
  openedByLabel: text("opened_by_label").notNull(),
  closedAt: time("closed_at"),
  renewAt: time("renew_at"),
  renewalUntil: time("renewal_until"),
  renewalFence: integer("renewal_fence").notNull().default(0),
});

export const channelLinks = pgTable("channel_links", {
  ...ofAccount(),
  externalUserId: text("external_user_id").notNull(),
  externalLabel: text("external_label").notNull(),
  userId: id("user_id").notNull(),
  linkedAt: time("linked_at").notNull(),
  endedAt: time("ended_at"),
  endedByLabel: text("ended_by_label"),
  seal: text("seal"),
});

export const channelLinkCodes = pgTable("channel_link_codes", {
  ...ofAccount(),
  externalUserId: text("external_user_id").notNull(),
  externalLabel: text("external_label").notNull(),
  codeHash: text("code_hash").notNull(),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
  usedByUserId: id("used_by_user_id"),
  createdAt: time("created_at").notNull(),
});

export const channelPreferences = pgTable(
  "channel_preferences",
  {
    tenantId: id("tenant_id").notNull(),
    userId: id("user_id").notNull(),
    kind: oneOf("kind", CHANNEL_KINDS).notNull(),
    questions: boolean("questions").notNull().default(true),
    tierMin: smallint("tier_min"),
    outcomes: boolean("outcomes"),
    changedAt: time("changed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.kind] })],
);

export const channelMessages = pgTable("channel_messages", {
  ...ofAccount(),
  ref: text("ref").notNull(),
  interactionId: id("interaction_id"),
  actionId: id("action_id"),
  userId: id("user_id"),
  place: text("place"),
  state: oneOf("state", MESSAGE_STATES).notNull().default("due"),
  shownStatus: text("shown_status"),
  shownHash: text("shown_hash"),
  remindersTold: integer("reminders_told").notNull().default(0),
  warned: boolean("warned").notNull().default(false),
  externalId: text("external_id"),
  doubtful: boolean("doubtful").notNull().default(false),
  attempts: integer("attempts").notNull().default(0),
  nextAt: time("next_at"),
  fence: integer("fence").notNull().default(0),
  leaseUntil: time("lease_until"),
  lastError: text("last_error"),
  createdAt: time("created_at").notNull(),
  settledAt: time("settled_at"),
  why: text("why"),
  byRule: boolean("by_rule").notNull().default(false),
  urgent: boolean("urgent").notNull().default(false),
  reachedAt: time("reached_at"),
  outcome: oneOf("outcome", OUTCOME_KINDS),
  outcomeRound: integer("outcome_round").notNull().default(0),
  digestOn: date("digest_on", { mode: "string" }),
  returnedAt: time("returned_at"),
  reportedAt: time("reported_at"),
});

export const messageLooks = pgTable("message_looks", {
  ...ofTenant(),
  interactionId: id("interaction_id"),
  actionId: id("action_id"),
  notedAt: timeOfRow("noted_at"),
});

export const messagePlans = pgTable("message_plans", {
  ...ofTenant(),
  interactionId: id("interaction_id"),
  actionId: id("action_id"),
  rule: text("rule"),
  people: jsonb("people").$type<{ user_id: number; name: string; told: boolean; why: string }[]>().notNull(),
  plannedAt: time("planned_at").notNull(),
  outcome: oneOf("outcome", OUTCOME_KINDS),
  outcomeRound: integer("outcome_round").notNull().default(0),
});

export const routingVersions = pgTable("routing_versions", {
  ...ofTenant(),
  version: integer("version").notNull(),
  rules: jsonb("rules").$type<Rule[]>().notNull(),
  note: text("note").notNull(),
  publishedByLabel: text("published_by_label").notNull(),
  publishedAt: timeOfRow("published_at"),
});

export const notificationTimes = pgTable(
  "notification_times",
  {
    tenantId: id("tenant_id").notNull(),
    userId: id("user_id").notNull(),
    timeZone: text("time_zone").notNull(),
    quietFrom: smallint("quiet_from"),
    quietUntil: smallint("quiet_until"),
    awayFrom: time("away_from"),
    awayUntil: time("away_until"),
    deputyUserId: id("deputy_user_id"),
    digestAt: smallint("digest_at"),
    changedByLabel: text("changed_by_label").notNull(),
    changedAt: timeOfRow("changed_at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);

export const channelDeliveries = pgTable("channel_deliveries", {
  ...ofAccount(),
  providerKey: text("provider_key").notNull(),
  receivedAt: time("received_at").notNull(),
  handlingUntil: time("handling_until").notNull(),
  handledAt: time("handled_at"),
  outcome: text("outcome"),
});

/** Rows that belong to no tenant: a refused delivery names none that could be trusted. */
export const refusedDeliveries = pgTable(
  "refused_deliveries",
  {
    route: text("route").notNull(),
    beganAt: time("began_at").notNull(),
    forged: integer("forged").notNull().default(0),
    malformed: integer("malformed").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.route, table.beganAt] })],
);

export const channelFigures = pgTable(
  "channel_figures",
  {
    tenantId: id("tenant_id").notNull(),
    accountId: id("account_id").notNull(),
    beganAt: time("began_at").notNull(),
    sent: integer("sent").notNull().default(0),
    failed: integer("failed").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.accountId, table.beganAt] })],
);
