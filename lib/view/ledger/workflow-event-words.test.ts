import { expect, test } from "vitest";
import { workflowEventWords } from "./workflow-event-words";

test.each([
  ["workflow.version_stored", { name: "bids", version: 3 }, "Version 3 of bids stored, not in force"],
  [
    "workflow.published",
    { name: "bids", version: 3, note: "weekly" },
    "Version 3 of bids put in force: “weekly”",
  ],
  ["workflow.withdrawn", { name: "bids", note: "by hand now" }, "bids taken out of force: “by hand now”"],
  ["workflow.secret_set", { name: "bids", secret: "PRICE_API_KEY" }, "Secret PRICE_API_KEY of bids set"],
  [
    "workflow.webhook_key_made",
    { name: "bids", webhook: "closed" },
    "Key of the webhook closed of bids made",
  ],
  [
    "agent.author_added",
    { because: "published" },
    "Put its workflow in force: an author of all that its runs propose from now on",
  ],
  ["run.started", { workflow: "bids", version: 3, trigger_type: "api" }, "bids, version 3"],
  ["run.started", { workflow: "bids", version: 3, trigger_type: "schedule" }, "bids, version 3, by schedule"],
  [
    "run.started",
    { workflow: "bids", version: 3, trigger_type: "rerun", rerun_of: 7 },
    "bids, version 3, goes on from run 7",
  ],
  ["run.paused", {}, "Paused: nothing more of it begins until it is resumed"],
  ["run.resumed", {}, "Resumed"],
  ["run.cancel_requested", {}, "Cancelled: nothing more of it begins, and proposals that wait are withdrawn"],
  ["run.succeeded", {}, "Every step is done"],
  ["run.failed_terminal", { error_step: "raise", error: "no" }, "The step raise failed for good: no"],
  ["run.failed_terminal", {}, "It failed for good"],
  ["run.cancelled", { cancelled_by: "Ana" }, "Over, as Ana cancelled it"],
  [
    "run_caps.changed",
    { max_concurrency: 10, max_runs_per_min: 60, max_writes_per_run: 100, reason: "A busy week" },
    "At most 10 steps at once, 60 runs a minute and 100 writes a run: “A busy week”",
  ],
  [
    "run_caps.changed",
    {
      max_concurrency: 10,
      max_runs_per_min: 60,
      max_writes_per_run: 100,
      max_model_cost_per_day: "25.00",
      currency: "EUR",
      reason: "A busy week",
    },
    "At most 10 steps at once, 60 runs a minute and 100 writes a run; models cost 25.00 EUR a day at most: “A busy week”",
  ],
  [
    "model_prices.changed",
    {
      provider: "acme",
      model: "large-2",
      from: "2026-12-01",
      input: "2.50",
      output: "10",
      currency: "USD",
      reason: "List price",
    },
    "Price of acme/large-2 from 2026-12-01: 2.50 in and 10 out, USD for a million tokens: “List price”",
  ],
] as const)("%s with %j is told in a sentence", (type, details, words) => {
  expect(workflowEventWords(type, details)).toBe(words);
});

test("an event of another kind is left to others", () => {
  expect(workflowEventWords("hitl.proposed", {})).toBeNull();
});
