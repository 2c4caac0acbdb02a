import { sql } from "drizzle-orm";
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import {
  ATTEMPT_OUTCOMES,
  RUN_STATUSES,
  STEP_KINDS,
  STEP_RECEIPT_STATUSES,
  STEP_STATUSES,
  TRIGGER_TYPES,
} from "@/lib/core/run/run";
import type { PolicyAnswer } from "@/lib/core/access/policy";
import { id, ids, ofTenant, oneOf, time, timeOfRow } from "./columns";

/** Runs of workflows, their steps and receipts, and the lanes that share the workers out. */

const longAgo = sql`1970-01-01 00:00:00+00`;

export const runLanes = pgTable("run_lanes", {
  tenantId: id("tenant_id").primaryKey(),
  maxConcurrency: integer("max_concurrency").notNull().default(10),
  maxRunsPerMin: integer("max_runs_per_min").notNull().default(60),
  maxWritesPerRun: integer("max_writes_per_run").notNull().default(100),
  maxModelCostPerDay: bigint("max_model_cost_per_day", { mode: "number" }),
  reason: text("reason"),
  changedByLabel: text("changed_by_label"),
  changedAt: time("changed_at"),
  running: integer("running").notNull().default(0),
  servedAt: time("served_at").notNull().default(longAgo),
});

export const workflowLanes = pgTable(
  "workflow_lanes",
  {
    tenantId: id("tenant_id").notNull(),
    workflowId: id("workflow_id").notNull(),
    maxConcurrency: integer("max_concurrency"),
    running: integer("running").notNull().default(0),
    servedAt: time("served_at").notNull().default(longAgo),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.workflowId] })],
);

export const runs = pgTable("runs", {
  ...ofTenant(),
  workspaceId: id("workspace_id").notNull(),
  workflowId: id("workflow_id").notNull(),
  workflowVersionId: id("workflow_version_id").notNull(),
  triggerType: oneOf("trigger_type", TRIGGER_TYPES).notNull(),
  triggerRef: text("trigger_ref").notNull(),
  status: oneOf("status", RUN_STATUSES).notNull().default("queued"),
  inputsJson: jsonb("inputs_json").$type<Record<string, unknown>>().notNull(),
  inputsHash: text("inputs_hash").notNull(),
  startedByUserId: id("started_by_user_id"),
  startedByAgentId: id("started_by_agent_id"),
  startedByLabel: text("started_by_label").notNull(),
  rerunOfId: id("rerun_of_id"),
  parentStepId: id("parent_step_id"),
  eventActionId: id("event_action_id"),
  eventRunId: id("event_run_id"),
  beganFor: ids("began_for"),
  callDepth: smallint("call_depth").notNull().default(0),
  writesUsed: integer("writes_used").notNull().default(0),
  writesMax: integer("writes_max").notNull(),
  errorStep: text("error_step"),
  errorMessage: text("error_message"),
  cancelRequestedBy: text("cancel_requested_by"),
  deadlineAt: time("deadline_at").notNull(),
  createdAt: timeOfRow("created_at"),
  startedAt: time("started_at"),
  endedAt: time("ended_at"),
  seal: text("seal"),
});

/** How a run began. Nobody changes it. */
export type RunBeginning = Pick<
  typeof runs.$inferSelect,
  | "tenantId"
  | "workflowId"
  | "workflowVersionId"
  | "triggerType"
  | "triggerRef"
  | "inputsHash"
  | "startedByUserId"
  | "startedByAgentId"
  | "startedByLabel"
  | "rerunOfId"
  | "parentStepId"
  | "eventActionId"
  | "eventRunId"
  | "callDepth"
  | "writesMax"
>;
/** The same, of a row whose tenant is known. */
export type BeginningColumn = Exclude<keyof RunBeginning, "tenantId">;

export const steps = pgTable("steps", {
  ...ofTenant(),
  runId: id("run_id").notNull(),
  workflowId: id("workflow_id").notNull(),
  stepId: text("step_id").notNull(),
  stepIndex: integer("step_index").notNull(),
  isOnError: boolean("is_on_error").notNull().default(false),
  kind: oneOf("kind", STEP_KINDS).notNull(),
  item: integer("item"),
  itemJson: jsonb("item_json").$type<unknown>(),
  toolName: text("tool_name").notNull(),
  idempotencyKey: text("idempotency_key").notNull(),
  status: oneOf("status", STEP_STATUSES).notNull().default("ready"),
  needs: text("needs").array().notNull().default([]),
  waitsFor: integer("waits_for").notNull().default(0),
  leasable: boolean("leasable").notNull().default(false),
  attempt: integer("attempt").notNull().default(0),
  failures: integer("failures").notNull().default(0),
  attemptsMax: integer("attempts_max").notNull(),
  leaseOwner: text("lease_owner"),
  leaseExpiresAt: time("lease_expires_at"),
  leasedAt: time("leased_at"),
  nextEligibleAt: time("next_eligible_at"),
  lastError: jsonb("last_error").$type<StepError>(),
  inputHashes: jsonb("input_hashes").$type<Record<string, string>>(),
  outputJson: jsonb("output_json").$type<unknown>(),
  outputHash: text("output_hash"),
  skipped: boolean("skipped").notNull().default(false),
  writeTaken: boolean("write_taken").notNull().default(false),
  proposedActionId: id("proposed_action_id"),
  createdAt: timeOfRow("created_at"),
  startedAt: time("started_at"),
  endedAt: time("ended_at"),
  givenSeal: text("given_seal"),
  outputSeal: text("output_seal"),
});

export const stepAttempts = pgTable("step_attempts", {
  ...ofTenant(),
  runId: id("run_id").notNull(),
  stepId: id("step_id").notNull(),
  attempt: integer("attempt").notNull(),
  worker: text("worker").notNull(),
  outcome: oneOf("outcome", ATTEMPT_OUTCOMES).notNull(),
  errorCode: text("error_code"),
  errorMessage: text("error_message"),
  beganAt: time("began_at"),
  endedAt: timeOfRow("ended_at"),
  nextEligibleAt: time("next_eligible_at"),
});

/** Why a try of a step failed: a stable code, and a sentence for people. */
export interface StepError {
  code: string;
  message: string;
  /** The answer of the policy that denied it. */
  policy?: PolicyAnswer;
}

export const stepReceipts = pgTable("step_receipts", {
  ...ofTenant(),
  runId: id("run_id").notNull(),
  stepId: id("step_id").notNull(),
  idempotencyKey: text("idempotency_key").notNull(),
  toolName: text("tool_name").notNull(),
  status: oneOf("status", STEP_RECEIPT_STATUSES).notNull(),
  requestMetadata: jsonb("request_metadata").$type<Record<string, unknown>>().notNull(),
  responseMetadata: jsonb("response_metadata").$type<Record<string, unknown>>(),
  resultJson: jsonb("result_json").$type<unknown>(),
  reversible: boolean("reversible").notNull().default(false),
  howToReverse: text("how_to_reverse"),
  startedAt: timeOfRow("started_at"),
  completedAt: time("completed_at"),
  attempt: integer("attempt").notNull().default(0),
  seal: text("seal"),
  requestSeal: text("request_seal"),
});
