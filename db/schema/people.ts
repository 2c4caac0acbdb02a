import { sql } from "drizzle-orm";
import { boolean, doublePrecision, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { ROLES, SIGN_IN_WAYS } from "@/lib/core/access/principal";
import { ATTESTATION_SUBJECTS } from "@/lib/core/access/attestation";
import { id, identity, ids, ofTenant, oneOf, time, timeOfRow } from "./columns";

/** Tenants, people, agents, and the credentials that they present. */

export const tenants = pgTable("tenants", {
  id: identity(),
  slug: text("slug").notNull(),
  name: text("name").notNull(),
  timeZone: text("time_zone").notNull().default("UTC"),
  currency: text("currency").notNull().default("USD"),
  entitledActionTypes: text("entitled_action_types").array(),
  suspendedAt: time("suspended_at"),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const users = pgTable("users", {
  id: identity(),
  email: text("email").notNull(),
  name: text("name").notNull(),
  passwordHash: text("password_hash"),
  passwordSet: boolean("password_set")
    .notNull()
    .generatedAlwaysAs(sql`(password_hash IS NOT NULL)`),
  totpSecretEncrypted: text("totp_secret_encrypted"),
  totpLastStep: id("totp_last_step").notNull().default(0),
  sessionVersion: integer("session_version").notNull().default(1),
  oidcIssuer: text("oidc_issuer"),
  oidcSubject: text("oidc_subject"),
  oidcSeal: text("oidc_seal"),
  formerCredentials: text("former_credentials").array().notNull().default([]),
  credentialsTaken: integer("credentials_taken").notNull().default(0),
  secondFactorAnewAt: time("second_factor_anew_at"),
  disabledAt: time("disabled_at"),
  createdAt: time("created_at").notNull().defaultNow(),
});

export const memberships = pgTable(
  "memberships",
  {
    tenantId: id("tenant_id").notNull(),
    userId: id("user_id").notNull(),
    role: oneOf("role", ROLES).notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    revokedAt: time("revoked_at"),
    roleSeal: text("role_seal"),
    roleChanges: integer("role_changes").notNull().default(0),
    inOfficeSince: time("in_office_since"),
    leftOfficeAt: time("left_office_at"),
    seasonedUntil: time("seasoned_until"),
    administeredUntil: time("administered_until"),
    leaveUnconfirmed: boolean("leave_unconfirmed").notNull().default(false),
    leaves: integer("leaves").notNull().default(0),
    leftByUserId: id("left_by_user_id"),
    madeBy: ids("made_by").notNull().default([]),
    recoveredAt: time("recovered_at"),
    recoveredByUserId: id("recovered_by_user_id"),
    recoveries: integer("recoveries").notNull().default(0),
    recoveryHands: ids("recovery_hands").notNull().default([]),
    firstLinkByUserId: id("first_link_by_user_id"),
    firstLinks: integer("first_links").notNull().default(0),
    firstLinkHands: ids("first_link_hands").notNull().default([]),
    pendingRole: oneOf("pending_role", ["approver", "steward", "admin"]),
    pendingRoleByUserId: id("pending_role_by_user_id"),
    pendingRoleAt: time("pending_role_at"),
    roleWishes: integer("role_wishes").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId] })],
);

/**
 * Administrators' sealed attestations about people, which count where two people must agree. The table, its SQL functions and
 * the purpose of its seal keep the name word: another purpose would void every seal that exists.
 */
export const attestations = pgTable(
  "administrator_words",
  {
    id: id("id").notNull().generatedAlwaysAsIdentity().unique(),
    tenantId: id("tenant_id").notNull(),
    userId: id("user_id").notNull(),
    about: oneOf("about", ATTESTATION_SUBJECTS).notNull(),
    number: integer("number").notNull(),
    role: oneOf("role", ["approver", "steward", "admin"]),
    byUserId: id("by_user_id").notNull(),
    seal: text("seal"),
    createdAt: timeOfRow("created_at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.userId, table.about] })],
);

export const agents = pgTable("agents", {
  ...ofTenant(),
  name: text("name").notNull(),
  keyHash: text("key_hash").notNull(),
  keyPrefix: text("key_prefix").notNull(),
  previousKeyHash: text("previous_key_hash"),
  previousKeyExpiresAt: time("previous_key_expires_at"),
  onBehalfOfUserId: id("on_behalf_of_user_id"),
  keyMakers: ids("key_makers").notNull().default([]),
  formerPrincipals: ids("former_principals").notNull().default([]),
  principalChangedAt: time("principal_changed_at"),
  proposalsPerMinuteMax: integer("proposals_per_minute_max").notNull().default(120),
  pendingMax: integer("pending_max").notNull().default(1000),
  lastUsedAt: time("last_used_at"),
  createdAt: time("created_at").notNull().defaultNow(),
  revokedAt: time("revoked_at"),
  pausedAt: time("paused_at"),
});

/** Each key that an agent has or had: it is given to no other. */
export const agentKeyHashes = pgTable("agent_key_hashes", {
  hash: text("hash").primaryKey(),
  tenantId: id("tenant_id").notNull(),
  agentId: id("agent_id").notNull(),
});

export const personalTokens = pgTable("personal_tokens", {
  ...ofTenant(),
  userId: id("user_id").notNull(),
  name: text("name").notNull(),
  tokenHash: text("token_hash").notNull(),
  formerHashes: text("former_hashes").array().notNull().default([]),
  tokenPrefix: text("token_prefix"),
  lastUsedAt: time("last_used_at"),
  createdAt: time("created_at").notNull().defaultNow(),
  expiresAt: time("expires_at"),
  revokedAt: time("revoked_at"),
});

/** Browsers that are told by web push. */
export const pushDevices = pgTable("push_devices", {
  ...ofTenant(),
  userId: id("user_id").notNull(),
  endpoint: text("endpoint").notNull(),
  p256dh: text("p256dh").notNull(),
  auth: text("auth").notNull(),
  userAgent: text("user_agent"),
  createdAt: timeOfRow("created_at"),
  sentAt: time("sent_at"),
  endedAt: time("ended_at"),
});

/** A second factor beside the authenticator app. */
export const passkeys = pgTable("passkeys", {
  ...ofTenant(),
  userId: id("user_id").notNull(),
  credentialId: text("credential_id").notNull(),
  sealed: text("sealed").notNull(),
  label: text("label").notNull(),
  signatures: id("signatures").notNull().default(0),
  addedAt: timeOfRow("added_at"),
  usedAt: time("used_at"),
  removedAt: time("removed_at"),
});

/** Challenges that a passkey signs, each for one thing. */
export const passkeyChallenges = pgTable("passkey_challenges", {
  ...ofTenant(),
  userId: id("user_id").notNull(),
  sessionId: id("session_id").notNull(),
  challengeHash: text("challenge_hash").notNull(),
  createdAt: timeOfRow("created_at"),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
});

export const sessions = pgTable("sessions", {
  id: identity(),
  userId: id("user_id").notNull(),
  tenantId: id("tenant_id").notNull(),
  sessionVersion: integer("session_version").notNull(),
  via: oneOf("via", SIGN_IN_WAYS).notNull(),
  userAgent: text("user_agent"),
  createdAt: time("created_at").notNull().defaultNow(),
  expiresAt: time("expires_at").notNull(),
  endedAt: time("ended_at"),
  secondFactorAt: time("second_factor_at"),
  secondFactorSeal: text("second_factor_seal"),
});

/** A fresh second factor for one step of an administrator. */
export const stepUpTokens = pgTable("step_up_tokens", {
  ...ofTenant(),
  userId: id("user_id").notNull(),
  sessionId: id("session_id").notNull(),
  purpose: text("purpose").notNull(),
  subject: text("subject").notNull(),
  tokenHash: text("token_hash").notNull(),
  createdAt: timeOfRow("created_at"),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
});

export const passwordLinks = pgTable("password_links", {
  ...ofTenant(),
  userId: id("user_id").notNull(),
  tokenHash: text("token_hash").notNull(),
  issuedByUserId: id("issued_by_user_id"),
  recovers: boolean("recovers").notNull().default(false),
  createdAt: time("created_at").notNull().defaultNow(),
  expiresAt: time("expires_at").notNull(),
  usedAt: time("used_at"),
});

export const authAttempts = pgTable("auth_attempts", {
  id: identity(),
  subject: text("subject").notNull().unique("one_count_per_subject"),
  failures: doublePrecision("failures").notNull().default(1),
  attemptedAt: time("attempted_at").notNull().defaultNow(),
});
