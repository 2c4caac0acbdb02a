import { approvalsQuerySchema, approvalsSchema } from "@/lib/contract/workflows/approvals";
import { modelPricesSchema, setModelPriceSchema } from "@/lib/contract/workflows/models";
import {
  capsSchema,
  runSchema,
  runTimelineSchema,
  runWaitSchema,
  runsQuerySchema,
  runsSchema,
  setCapsSchema,
  startRunSchema,
} from "@/lib/contract/workflows/runs";
import { takeProposalQuota } from "@/lib/gateway/controls/quotas/quotas";
import { Answer, created, defineOperation, ok } from "@/lib/operations/frame/operation";
import { readApprovals } from "@/lib/runtime/runs/read-approvals";
import { readCaps, setCaps } from "@/lib/runtime/runs/caps";
import { readModelPrices, setModelPrice } from "@/lib/runtime/runs/model-prices";
import { readRun, readRuns } from "@/lib/runtime/runs/read-runs";
import { rerun } from "@/lib/runtime/runs/rerun";
import { readRunTimeline } from "@/lib/runtime/runs/run-timeline";
import { type BegunRun, type StartRequest, startRun } from "@/lib/runtime/runs/start-run";
import { cancelRun, pauseRun, resumeRun } from "@/lib/runtime/runs/steer-run";

/** Runs of workflows, of agents and of people, and what they may do together. */

const anyRun = { workflow: "bid-repricing", inputs: { floor: "0.16" }, trigger_ref: "monday-7" };
const begun = {
  ...created(runSchema, "Begun"),
  200: { description: "This trigger_ref began it before", schema: runSchema },
};
const startRefusals = ["not_found", "not_in_force", "idempotency_conflict", "rate_limited"] as const;
const steerRefusals = ["not_allowed", "not_found", "run_is_over", "nothing_to_do"] as const;

export const runs = {
  startAgentRun: defineOperation("POST /api/v1/runs", {
    summary: "Begin a run of a workflow",
    caller: "agent",
    body: startRunSchema,
    example: anyRun,
    answers: begun,
    refusals: [...startRefusals, "agent_paused"],
    quota: (agent) => takeProposalQuota(agent, {}),
    verb: async (agent, input) => begunAs(await startRun(agent, input as StartRequest)),
  }),
  readAgentRuns: defineOperation("GET /api/v1/runs", {
    summary: "The agent's own runs, newest first",
    caller: "agent",
    query: runsQuerySchema,
    answers: ok(runsSchema),
    verb: (agent, query) => readRuns(agent, query),
  }),
  readAgentRun: defineOperation("GET /api/v1/runs/{id}", {
    summary: "One of the agent's own runs; with `wait`, at its next change",
    caller: "agent",
    query: runWaitSchema,
    answers: ok(runSchema),
    refusals: ["not_found", "rate_limited"],
    verb: (agent, input, { signal }) => readRun(agent, { ...input, signal }),
  }),
  cancelAgentRun: defineOperation("POST /api/v1/runs/{id}/cancel", {
    summary: "Let nothing more begin of a run that the agent began, and withdraw what it proposed",
    caller: "agent",
    answers: ok(runSchema),
    refusals: ["not_found", "run_is_over", "nothing_to_do"],
    verb: (agent, { id }) => cancelRun(agent, id),
  }),
  startRun: defineOperation("POST /api/runs", {
    summary: "Begin a run of a workflow",
    body: startRunSchema,
    example: anyRun,
    answers: begun,
    refusals: ["not_allowed", ...startRefusals],
    verb: async (person, input) => begunAs(await startRun(person, input as StartRequest)),
  }),
  readRuns: defineOperation("GET /api/runs", {
    summary: "Runs, newest first",
    query: runsQuerySchema,
    answers: ok(runsSchema),
    verb: (person, query) => readRuns(person, query),
  }),
  readRun: defineOperation("GET /api/runs/{id}", {
    summary: "A run with its steps; with `wait`, at its next change",
    query: runWaitSchema,
    answers: ok(runSchema),
    refusals: ["not_found", "rate_limited"],
    verb: (person, input, { signal }) => readRun(person, { ...input, signal }),
  }),
  readRunTimeline: defineOperation("GET /api/runs/{id}/timeline", {
    summary: "The events of a run, its proposals and its questions, newest first",
    answers: ok(runTimelineSchema),
    refusals: ["not_found"],
    verb: (person, { id }) => readRunTimeline(person, id),
  }),
  cancelRun: defineOperation("POST /api/runs/{id}/cancel", {
    summary: "Let nothing more of a run begin, and withdraw what it proposed",
    answers: ok(runSchema),
    refusals: steerRefusals,
    verb: (person, { id }) => cancelRun(person, id),
  }),
  pauseRun: defineOperation("POST /api/runs/{id}/pause", {
    summary: "Let nothing more of a run begin until it is resumed",
    answers: ok(runSchema),
    refusals: steerRefusals,
    verb: (person, { id }) => pauseRun(person, id),
  }),
  resumeRun: defineOperation("POST /api/runs/{id}/resume", {
    summary: "Let a paused run go on",
    answers: ok(runSchema),
    refusals: steerRefusals,
    verb: (person, { id }) => resumeRun(person, id),
  }),
  rerun: defineOperation("POST /api/runs/{id}/rerun", {
    summary: "Go on from a run that failed or was cancelled, as a new run",
    answers: {
      ...created(runSchema, "Begun"),
      200: { description: "It was gone on from before: the run that does", schema: runSchema },
    },
    refusals: [
      "not_allowed",
      "not_found",
      "run_is_running",
      "nothing_to_do",
      "unproven",
      "not_in_force",
      "rate_limited",
    ],
    verb: async (person, { id }) => begunAs(await rerun(person, id)),
  }),
  readApprovals: defineOperation("GET /api/approvals", {
    summary: "Approvals, newest first: proposed actions, and questions whether a run may send something",
    query: approvalsQuerySchema,
    answers: ok(approvalsSchema),
    verb: (person, query) => readApprovals(person, query),
  }),
  readCaps: defineOperation("GET /api/caps", {
    summary: "What the runs of your company may do together",
    answers: ok(capsSchema),
    verb: (person) => readCaps(person),
  }),
  setCaps: defineOperation("PUT /api/caps", {
    summary: "Change what the runs of your company may do together",
    role: "admin",
    body: setCapsSchema,
    example: {
      max_concurrency: 10,
      max_runs_per_min: 60,
      max_writes_per_run: 100,
      max_model_cost_per_day: "25.00",
      reason: "A busy week",
    },
    answers: ok(capsSchema),
    verb: (admin, input) => setCaps(admin, input),
  }),
  readModelPrices: defineOperation("GET /api/model-prices", {
    summary: "What models cost, by provider, model and day",
    answers: ok(modelPricesSchema),
    verb: (person) => readModelPrices(person),
  }),
  setModelPrice: defineOperation("PUT /api/model-prices", {
    summary: "Set what a model costs from a day on",
    role: "admin",
    body: setModelPriceSchema,
    example: {
      provider: "openai",
      model: "gpt-5",
      from: "2026-12-01",
      currency: "USD",
      input: "1.25",
      cached: "0.125",
      output: "10.00",
      reason: "The provider's list of December",
    },
    answers: ok(modelPricesSchema),
    verb: (admin, input) => setModelPrice(admin, input),
  }),
};

function begunAs({ created: isNew, run }: BegunRun) {
  return new Answer(isNew ? 201 : 200, run);
}
