import { bigint, date, integer, pgTable, text } from "drizzle-orm/pg-core";
import { STEP_RECEIPT_STATUSES } from "@/lib/core/run/run";
import { id, ofTenant, oneOf, time, timeOfRow } from "./columns";

/** Calls of models by runs, and the prices by which their costs are worked out. */

const count = (name: string) => bigint(name, { mode: "number" });

export const modelPrices = pgTable("model_prices", {
  ...ofTenant(),
  provider: text("provider").notNull(),
  model: text("model").notNull(),
  fromDate: date("from_date", { mode: "string" }).notNull(),
  currency: text("currency").notNull(),
  inputPrice: count("input_price").notNull(),
  cachedPrice: count("cached_price"),
  outputPrice: count("output_price").notNull(),
  reasoningPrice: count("reasoning_price"),
  reason: text("reason").notNull(),
  byUserId: id("by_user_id").notNull(),
  byLabel: text("by_label").notNull(),
  at: timeOfRow("at"),
});

export const modelCalls = pgTable("model_calls", {
  ...ofTenant(),
  runId: id("run_id").notNull(),
  stepId: id("step_id").notNull(),
  attempt: integer("attempt").notNull(),
  provider: text("provider").notNull(),
  model: text("model").notNull(),
  status: oneOf("status", STEP_RECEIPT_STATUSES).notNull().default("started"),
  finishReason: text("finish_reason"),
  inputTokens: count("input_tokens"),
  cachedTokens: count("cached_tokens"),
  outputTokens: count("output_tokens"),
  reasoningTokens: count("reasoning_tokens"),
  cost: count("cost"),
  currency: text("currency"),
  priceId: id("price_id"),
  ms: integer("ms"),
  startedAt: timeOfRow("started_at"),
  endedAt: time("ended_at"),
  seal: text("seal"),
});
