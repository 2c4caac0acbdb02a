import { z } from "zod";
import { deadLetterSchema } from "@/lib/contract/action-view";
import {
  auditVerifySchema,
  drainResultSchema,
  healthSchema,
  killSwitchSchema,
  killSwitchesSchema,
  replaySchema,
  retryResultSchema,
} from "@/lib/contract/operations";
import { type Operation, READ_PROBLEMS, ok } from "./operation";

export const UPKEEP_OPERATIONS: readonly Operation[] = [
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
    problems: [400, ...READ_PROBLEMS, 409],
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
    problems: [400, ...READ_PROBLEMS, 409, 413, 415, 422],
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
