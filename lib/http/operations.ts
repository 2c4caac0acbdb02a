import { z } from "zod";
import {
  actionDetailSchema,
  actionListSchema,
  deadLetterSchema,
  listQuerySchema,
  liveViewSchema,
  overviewSchema,
} from "@/lib/contract/action-view";
import { dashboardSchema } from "@/lib/contract/dashboard-view";
import {
  bulkDecideResultSchema,
  bulkDecideSchema,
  decideResultSchema,
  decideSchema,
  editTokenResultSchema,
  editTokenSchema,
} from "@/lib/contract/decision";
import {
  auditVerifySchema,
  drainResultSchema,
  healthSchema,
  killSwitchSchema,
  killSwitchesSchema,
  replaySchema,
  retryResultSchema,
} from "@/lib/contract/operations";
import { proposalSchema, proposalViewSchema } from "@/lib/contract/proposal";

/** Every operation of the contract, with the very schemas that its route checks with. */

export type Caller = "agent" | "person" | "scraper" | "anybody";

export interface Operation {
  method: "get" | "post" | "put";
  path: string;
  summary: string;
  caller: Caller;
  body?: z.ZodType;
  query?: z.ZodObject;
  headers?: { name: string; required: boolean; description: string }[];
  answers: Record<number, { description: string; schema: z.ZodType; type?: string }>;
  problems: number[];
}

const ok = (schema: z.ZodType, description = "OK") => ({ 200: { description, schema } });
const wait = z.object({
  wait: z.int().min(0).max(55).optional().describe("Seconds to wait for the next change."),
});
const readProblems = [401, 403, 404];
const decideProblems = [400, 401, 403, 404, 409, 410, 412, 413, 415, 422, 423, 428];

export const OPERATIONS: readonly Operation[] = [
  {
    method: "post",
    path: "/api/v1/proposals",
    summary: "Propose a write",
    caller: "agent",
    body: proposalSchema,
    headers: [
      {
        name: "Idempotency-Key",
        required: false,
        description: "The same key and body answer with the same row.",
      },
    ],
    answers: {
      201: { description: "Taken in", schema: proposalViewSchema },
      200: { description: "The same key and body were taken in before", schema: proposalViewSchema },
    },
    problems: [400, 401, 403, 409, 413, 415, 422, 429],
  },
  {
    method: "get",
    path: "/api/v1/proposals/{id}",
    summary: "Read one of the agent's own proposals, or wait for its next change",
    caller: "agent",
    query: wait,
    answers: ok(proposalViewSchema),
    problems: [400, ...readProblems, 422],
  },
  {
    method: "post",
    path: "/api/v1/proposals/{id}/withdraw",
    summary: "Withdraw a pending proposal",
    caller: "agent",
    answers: ok(proposalViewSchema),
    problems: [400, ...readProblems, 409],
  },
  {
    method: "get",
    path: "/api/proposed-actions",
    summary: "List proposed actions",
    caller: "person",
    query: listQuerySchema,
    answers: ok(actionListSchema),
    problems: [400, 401, 403, 422],
  },
  {
    method: "get",
    path: "/api/proposed-actions/{id}",
    summary: "Read one proposed action in full",
    caller: "person",
    answers: ok(actionDetailSchema),
    problems: [400, ...readProblems],
  },
  {
    method: "get",
    path: "/api/proposed-actions/{id}/live",
    summary: "Read the record as it is in NetSuite now",
    caller: "person",
    answers: ok(liveViewSchema),
    problems: [400, ...readProblems],
  },
  {
    method: "post",
    path: "/api/proposed-actions/{id}/decide",
    summary: "Approve or reject",
    caller: "person",
    body: decideSchema,
    headers: [
      {
        name: "X-Edit-Token",
        required: false,
        description: "Needed to approve at L5; from /api/edit-tokens.",
      },
    ],
    answers: ok(
      decideResultSchema,
      "claimed, vote_recorded, or already_decided by the same person in the same way",
    ),
    problems: decideProblems,
  },
  {
    method: "post",
    path: "/api/proposed-actions/bulk-decide",
    summary: "Decide up to 500 at once; one outcome per row",
    caller: "person",
    body: bulkDecideSchema,
    answers: ok(bulkDecideResultSchema),
    problems: [400, 401, 403, 413, 415, 422],
  },
  {
    method: "post",
    path: "/api/edit-tokens",
    summary: "Step up: typed reference and second factor mint a single-use token",
    caller: "person",
    body: editTokenSchema,
    answers: { 201: { description: "Minted", schema: editTokenResultSchema } },
    problems: [400, 401, 403, 404, 409, 410, 412, 413, 415, 422, 429],
  },
  {
    method: "get",
    path: "/api/overview",
    summary: "Counts, oldest, switches, lane",
    caller: "person",
    answers: ok(overviewSchema),
    problems: [401, 403],
  },
  {
    method: "get",
    path: "/api/dashboard",
    summary: "Figures of the last seven days",
    caller: "person",
    answers: ok(dashboardSchema),
    problems: [401, 403],
  },
  {
    method: "get",
    path: "/api/dead-letters",
    summary: "Pushes that gave up",
    caller: "person",
    answers: ok(z.object({ items: z.array(deadLetterSchema) })),
    problems: [401, 403],
  },
  {
    method: "get",
    path: "/api/kill-switches",
    summary: "Read the kill switches",
    caller: "person",
    answers: ok(killSwitchesSchema),
    problems: [401, 403],
  },
  {
    method: "put",
    path: "/api/kill-switches",
    summary: "Engage or release a kill switch (administrators)",
    caller: "person",
    body: killSwitchSchema,
    answers: ok(killSwitchesSchema),
    problems: [400, 401, 403, 413, 415, 422, 423],
  },
  {
    method: "post",
    path: "/admin/ns-push/retry",
    summary: "Retry an approved action's push (administrators)",
    caller: "person",
    query: z.object({ action_id: z.int().positive() }),
    answers: ok(retryResultSchema),
    problems: [400, ...readProblems, 409],
  },
  {
    method: "post",
    path: "/api/ns-push/drain",
    summary: "Ask now for every unsettled push (administrators)",
    caller: "person",
    answers: ok(drainResultSchema),
    problems: [401, 403],
  },
  {
    method: "post",
    path: "/api/audit-dlq/replay",
    summary: "Put a dead letter back in the queue (administrators)",
    caller: "person",
    body: replaySchema,
    answers: ok(retryResultSchema),
    problems: [400, ...readProblems, 409, 413, 415, 422],
  },
  {
    method: "get",
    path: "/api/audit/verify",
    summary: "Verify every hash chain of the tenant",
    caller: "person",
    answers: ok(auditVerifySchema),
    problems: [401, 403],
  },
  {
    method: "get",
    path: "/api/health",
    summary: "Whether the parts answer",
    caller: "anybody",
    answers: {
      200: { description: "OK or degraded", schema: healthSchema },
      503: { description: "The database is down", schema: healthSchema },
    },
    problems: [],
  },
  {
    method: "get",
    path: "/api/metrics",
    summary: "Figures in Prometheus' text format; 404 while METRICS_TOKEN is not set",
    caller: "scraper",
    answers: { 200: { description: "OK", schema: z.string(), type: "text/plain" } },
    problems: [401, 404],
  },
];
