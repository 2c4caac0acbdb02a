import {
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { ACTION_STATUSES, DECIDER_KINDS, DECISIONS } from "@/lib/core/action/proposed-action";
import type { RiskTier } from "@/lib/core/action/risk-tier";
import { TIER_MEASURES, type WeightPart } from "@/lib/core/action/tier-rules";
import type { Mark } from "@/lib/core/action/marks";
import { id, ids, ofTenant, oneOf, time, timeOfRow } from "./columns";

/** Proposed actions, the action types there are and the rules that set their tier. */

export const proposedActions = pgTable("proposed_actions", {
  ...ofTenant(),
  actionType: text("action_type").notNull(),
  entityType: text("entity_type").notNull(),
  entityRef: text("entity_ref").notNull(),
  payloadJson: jsonb("payload_json").notNull(),
  payloadText: text("payload_text").notNull(),
  payloadHash: text("payload_hash").notNull(),
  inputFingerprint: text("input_fingerprint").notNull(),
  preconditionKey: text("precondition_key"),
  riskLevel: smallint("risk_level").$type<RiskTier>().notNull().default(5),
  riskRule: text("risk_rule").notNull().default("unset"),
  riskWeighed: jsonb("risk_weighed").$type<Record<string, number | null>>().notNull().default({}),
  effects: text("effects").array().notNull().default([]),
  marks: text("marks").array().$type<Mark[]>().notNull().default([]),
  factsJson: jsonb("facts_json").$type<Record<string, unknown>>().notNull().default({}),
  factsReadAt: time("facts_read_at"),
  movementPercent: numeric("movement_percent"),
  impactCents: id("impact_cents"),
  impactCurrency: text("impact_currency").notNull().default("USD"),
  customerRef: text("customer_ref"),
  sku: text("sku"),
  recordRef: text("record_ref"),
  locationRef: text("location_ref"),
  weightParts: jsonb("weight_parts").$type<WeightPart[]>(),
  claimedRiskLevel: smallint("claimed_risk_level").$type<RiskTier>(),
  raisedFrom: smallint("raised_from").$type<RiskTier>(),
  agentId: id("agent_id").notNull(),
  onBehalfOfUserId: id("on_behalf_of_user_id"),
  reason: text("reason").notNull().default(""),
  evidenceJson: jsonb("evidence_json").$type<unknown[]>().notNull().default([]),
  conversationRef: text("conversation_ref"),
  model: text("model"),
  promptTemplateVersion: text("prompt_template_version"),
  correlationId: text("correlation_id").notNull(),
  traceId: text("trace_id"),
  spanId: text("span_id"),
  idempotencyKey: text("idempotency_key"),
  requestHash: text("request_hash").notNull(),
  policyVersion: integer("policy_version").notNull(),
  policyHash: text("policy_hash").notNull(),
  policyRule: text("policy_rule").notNull(),
  requiredApprovals: smallint("required_approvals").notNull().default(1),
  requiresStepUp: boolean("requires_step_up").notNull().default(false),
  status: oneOf("status", ACTION_STATUSES).notNull().default("pending"),
  approvers: ids("approvers").notNull().default([]),
  claimToken: uuid("claim_token"),
  decision: oneOf("decision", DECISIONS),
  decidedAt: time("decided_at"),
  decidedByKind: oneOf("decided_by_kind", DECIDER_KINDS),
  decidedByUserId: id("decided_by_user_id"),
  decidedByLabel: text("decided_by_label"),
  decisionComment: text("decision_comment"),
  graceUntil: time("grace_until"),
  endedAt: time("ended_at"),
  endedByLabel: text("ended_by_label"),
  endReason: text("end_reason"),
  appliedAt: time("applied_at"),
  nsInternalId: text("ns_internal_id"),
  supersedesId: id("supersedes_id"),
  supersededById: id("superseded_by_id"),
  undoOfId: id("undo_of_id"),
  authorUserId: id("author_user_id"),
  proseBlankedAt: time("prose_blanked_at"),
  chainHead: text("chain_head").notNull().default(""),
  chainSeq: integer("chain_seq").notNull().default(0),
  createdAt: timeOfRow("created_at"),
  expiresAt: time("expires_at").notNull(),
  updatedAt: timeOfRow("updated_at"),
});
export type ProposedActionRow = typeof proposedActions.$inferSelect;

export const waitingValues = pgTable(
  "waiting_values",
  {
    tenantId: id("tenant_id").notNull(),
    actionId: id("action_id").notNull(),
    place: text("place"),
    namedPlace: text("named_place").notNull(),
    field: text("field").notNull(),
    value: text("value").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.actionId, table.namedPlace] })],
);

export const proposalKeys = pgTable(
  "proposal_keys",
  {
    tenantId: id("tenant_id").notNull(),
    agentId: id("agent_id").notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    requestHash: text("request_hash").notNull(),
    actionId: id("action_id").notNull(),
    createdAt: timeOfRow("created_at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.agentId, table.idempotencyKey] })],
);

export const actionTypes = pgTable("action_types", {
  name: text("name").primaryKey(),
  summedAs: text("summed_as").notNull(),
  effects: text("effects").array().notNull().default([]),
  words: text("words").notNull().default(""),
  tierRules: jsonb("tier_rules").notNull(),
});

const FIGURES = ["approved", "rejected", "expired", "by_policy", "pushed"] as const;
const DURATIONS = ["decided", "applied"] as const;

/** The text by which an action is found; find_actions alone asks its index. */
export const actionSearch = pgTable(
  "action_search",
  {
    tenantId: id("tenant_id").notNull(),
    actionId: id("action_id").notNull(),
    outline: text("outline").notNull(),
    content: text("content").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.actionId] })],
);

export const dailyFigures = pgTable(
  "daily_figures",
  {
    tenantId: id("tenant_id").notNull(),
    day: date("day").notNull(),
    figure: oneOf("figure", FIGURES).notNull(),
    count: id("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.day, table.figure] })],
);

/** Sums over the seven days up to `lastDay`. */
export const weeklyDurations = pgTable(
  "weekly_durations",
  {
    tenantId: id("tenant_id").notNull(),
    lastDay: date("last_day").notNull(),
    figure: oneOf("figure", DURATIONS).notNull(),
    tier: smallint("tier").notNull(),
    bucket: smallint("bucket").notNull(),
    count: id("count").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.lastDay, table.figure, table.tier, table.bucket] }),
  ],
);

/** A dictionary of each tenant's words, by their trigrams. */
export const searchWords = pgTable("search_words", {
  tenantId: id("tenant_id").notNull(),
  inOutline: boolean("in_outline").notNull(),
  trigram: text("trigram").notNull(),
  word: text("word").notNull(),
  /** Set for a word's first trigram only. */
  lettersSoFar: integer("letters_so_far"),
});

export const thresholdVersions = pgTable(
  "threshold_versions",
  {
    tenantId: id("tenant_id").notNull(),
    version: integer("version").notNull(),
    rulesHash: text("rules_hash").notNull(),
    seal: text("seal"),
    createdAt: timeOfRow("created_at"),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.version] })],
);

export const riskTierRules = pgTable("risk_tier_rules", {
  ...ofTenant(),
  actionType: text("action_type").notNull(),
  name: text("name").notNull(),
  measure: oneOf("measure", TIER_MEASURES).notNull(),
  atLeast: numeric("at_least"),
  tier: smallint("tier").$type<RiskTier>().notNull(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});
