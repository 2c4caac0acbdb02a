import { boolean, integer, jsonb, numeric, pgTable, text } from "drizzle-orm/pg-core";
import {
  INTERACTION_CHANNELS,
  INTERACTION_STATUSES,
  INTERACTION_TYPES,
  PAUSE_REASONS,
  PAUSE_STATUSES,
  READINGS,
  RELEVANCE_CLASSES,
  RESPONSE_KINDS,
  RESPONSE_RULES,
  RESUME_REASONS,
  TIMEOUT_ACTIONS,
} from "@/lib/core/interaction/interaction";
import type { Responder } from "@/lib/core/interaction/responders";
import { CHANNEL_HEALTHS } from "@/lib/core/message/message";
import { id, ofTenant, oneOf, time, timeOfRow } from "./columns";

/** Questions to people, their answers, and the pauses of runs that wait for them. */

export const classifierHealth = pgTable("classifier_health", {
  tenantId: id("tenant_id").primaryKey(),
  health: oneOf("health", CHANNEL_HEALTHS).notNull(),
  healthAt: time("health_at").notNull(),
});

export const hilInteractions = pgTable("hil_interactions", {
  ...ofTenant(),
  workflowId: id("workflow_id"),
  executionId: id("execution_id"),
  nodeId: text("node_id"),
  userId: id("user_id"),
  agentId: id("agent_id"),
  askedByLabel: text("asked_by_label").notNull(),
  interactionType: oneOf("interaction_type", INTERACTION_TYPES).notNull(),
  channelType: oneOf("channel_type", INTERACTION_CHANNELS).notNull().default("in_app"),
  status: oneOf("status", INTERACTION_STATUSES).notNull().default("pending"),
  requestData: jsonb("request_data").$type<RequestData>().notNull(),
  responseData: jsonb("response_data").$type<ResponseData>(),
  responders: jsonb("responders").$type<Responder[]>().notNull(),
  rule: oneOf("rule", RESPONSE_RULES).notNull().default("first"),
  answersNeeded: integer("answers_needed").notNull().default(1),
  inOrder: boolean("in_order").notNull().default(false),
  asked: integer("asked").notNull(),
  escalateAfterSeconds: integer("escalate_after_seconds"),
  nextEscalationAt: time("next_escalation_at"),
  reminderSeconds: integer("reminder_seconds"),
  nextReminderAt: time("next_reminder_at"),
  remindersSent: integer("reminders_sent").notNull().default(0),
  timeoutSeconds: integer("timeout_seconds").notNull().default(3_600),
  timeoutAt: time("timeout_at").notNull(),
  timeoutAction: oneOf("timeout_action", TIMEOUT_ACTIONS).notNull().default("fail"),
  defaultResponse: jsonb("default_response").$type<unknown>(),
  warningSent: boolean("warning_sent").notNull().default(false),
  workflowContext: jsonb("workflow_context").$type<Record<string, unknown>>(),
  idempotencyKey: text("idempotency_key"),
  requestHash: text("request_hash").notNull(),
  cancelledByLabel: text("cancelled_by_label"),
  createdAt: timeOfRow("created_at"),
  updatedAt: timeOfRow("updated_at"),
  respondedAt: time("responded_at"),
  endedAt: time("ended_at"),
  usedAt: time("used_at"),
  seal: text("seal"),
  textBlankedAt: time("text_blanked_at"),
});

/** The question as people see it. */
export interface RequestData {
  message: string;
  /** JSON Schema of an answer. */
  schema?: Record<string, unknown>;
  /** The options of a selection. */
  options?: { value: string; label: string }[];
  /** For a selection: several options may be chosen. */
  multiple?: boolean;
  /** An approval of what a step of a run sends outside as soon as it is given. */
  sends?: boolean;
}

export interface CountedAnswer {
  answer: unknown;
  by: string;
  at: string;
}

/** How the question ended. */
export interface ResponseData {
  /** The answer, or of several the one that all agree on. Null: they differ, or nobody answered. */
  answer: unknown;
  /** The last to answer; null: nobody did. */
  by: string | null;
  at: string;
  timed_out: boolean;
  answers: CountedAnswer[];
}

export const hilResponses = pgTable("hil_responses", {
  ...ofTenant(),
  rawPayload: jsonb("raw_payload").$type<unknown>().notNull(),
  sourceChannel: oneOf("source_channel", INTERACTION_CHANNELS).notNull(),
  receivedAt: timeOfRow("received_at"),
  matchedInteractionId: id("matched_interaction_id"),
  aiRelevanceScore: numeric("ai_relevance_score"),
  aiReasoning: text("ai_reasoning"),
  aiClassification: oneOf("ai_classification", RELEVANCE_CLASSES),
  processed: boolean("processed").notNull().default(false),
  processedAt: time("processed_at"),
  humanVerified: boolean("human_verified"),
  humanVerificationNotes: text("human_verification_notes"),
  deliveryProvider: text("delivery_provider"),
  deliveryKey: text("delivery_key"),
  draftedReading: oneOf("drafted_reading", READINGS),
  draftedAnswer: jsonb("drafted_answer").$type<{ answer: unknown }>(),
  classifiedBy: text("classified_by"),
  modelFailed: boolean("model_failed").notNull().default(false),
  humanVerifiedBy: id("human_verified_by"),
  humanVerifiedByLabel: text("human_verified_by_label"),
  humanVerifiedAt: time("human_verified_at"),
  userId: id("user_id"),
  userLabel: text("user_label"),
  kind: oneOf("kind", RESPONSE_KINDS).notNull().default("answer"),
  place: integer("place"),
  response: jsonb("response").$type<unknown>(),
  seal: text("seal"),
  createdAt: timeOfRow("created_at"),
  textBlankedAt: time("text_blanked_at"),
});

export const workflowExecutionPauses = pgTable("workflow_execution_pauses", {
  ...ofTenant(),
  executionId: id("execution_id").notNull(),
  nodeId: text("node_id").notNull(),
  pauseReason: oneOf("pause_reason", PAUSE_REASONS).notNull(),
  pauseData: jsonb("pause_data").$type<Record<string, unknown>>(),
  resumeConditions: jsonb("resume_conditions").$type<Record<string, unknown>>().notNull(),
  resumeReason: oneOf("resume_reason", RESUME_REASONS),
  resumeData: jsonb("resume_data").$type<Record<string, unknown>>(),
  status: oneOf("status", PAUSE_STATUSES).notNull().default("active"),
  pausedAt: timeOfRow("paused_at"),
  resumedAt: time("resumed_at"),
  hilInteractionId: id("hil_interaction_id"),
});

/** The columns of a question that its seal covers, besides its times. They never change. */
export type QuestionColumn =
  | "tenantId"
  | "userId"
  | "agentId"
  | "askedByLabel"
  | "interactionType"
  | "channelType"
  | "requestData"
  | "responders"
  | "rule"
  | "answersNeeded"
  | "inOrder"
  | "timeoutAction"
  | "defaultResponse"
  | "requestHash";
