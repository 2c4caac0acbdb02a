import { bigint, boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Column names and types as the migrations made them; a test compares the two. */

export const id = (name: string) => bigint(name, { mode: "number" });
export const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const tenants = pgTable("tenants", {
  id: id("id").primaryKey().generatedAlwaysAsIdentity(),
  slug: text("slug").notNull(),
  name: text("name").notNull(),
  timeZone: text("time_zone").notNull(),
  currency: text("currency").notNull(),
  createdAt: time("created_at").notNull(),
});

export const users = pgTable("users", {
  id: id("id").primaryKey().generatedAlwaysAsIdentity(),
  email: text("email").notNull(),
  name: text("name").notNull(),
  passwordHash: text("password_hash"),
  totpSecretEncrypted: text("totp_secret_encrypted"),
  totpLastStep: id("totp_last_step").notNull(),
  sessionVersion: integer("session_version").notNull(),
  disabledAt: time("disabled_at"),
  createdAt: time("created_at").notNull(),
  passwordSet: boolean("password_set").notNull(),
  oidcIssuer: text("oidc_issuer"),
  oidcSubject: text("oidc_subject"),
});

export const memberships = pgTable("memberships", {
  tenantId: id("tenant_id").notNull(),
  userId: id("user_id").notNull(),
  role: text("role", { enum: ["viewer", "approver", "admin"] }).notNull(),
  createdAt: time("created_at").notNull(),
  revokedAt: time("revoked_at"),
});

export const agents = pgTable("agents", {
  id: id("id").primaryKey().generatedAlwaysAsIdentity(),
  tenantId: id("tenant_id").notNull(),
  name: text("name").notNull(),
  keyHash: text("key_hash").notNull(),
  keyPrefix: text("key_prefix").notNull(),
  onBehalfOfUserId: id("on_behalf_of_user_id"),
  proposalsPerMinuteMax: integer("proposals_per_minute_max").notNull(),
  pendingMax: integer("pending_max").notNull(),
  createdAt: time("created_at").notNull(),
  revokedAt: time("revoked_at"),
  previousKeyHash: text("previous_key_hash"),
  previousKeyExpiresAt: time("previous_key_expires_at"),
  lastUsedAt: time("last_used_at"),
});

export const editTokens = pgTable("edit_tokens", {
  id: id("id").primaryKey().generatedAlwaysAsIdentity(),
  tenantId: id("tenant_id").notNull(),
  userId: id("user_id").notNull(),
  actionId: id("action_id").notNull(),
  payloadHash: text("payload_hash").notNull(),
  decision: text("decision", { enum: ["approve", "reject"] }).notNull(),
  tokenHash: text("token_hash").notNull(),
  createdAt: time("created_at").notNull().defaultNow(),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
});
