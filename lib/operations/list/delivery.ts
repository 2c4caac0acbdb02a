import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";
import {
  deadLettersQuerySchema,
  deadLettersSchema,
  drainResultSchema,
  retryResultSchema,
} from "@/lib/contract/monitoring/dead-letters";
import { laneRetrySchema, laneSchema } from "@/lib/contract/monitoring/overview";
import { readLane } from "@/lib/gateway/controls/read-lane";
import { retryLane } from "@/lib/gateway/controls/retry-lane";
import { drainPushes, replayDeadLetter, retryPush } from "@/lib/gateway/deliver/repair/replay-push";
import { readDeadLetters } from "@/lib/gateway/read/state/read-dead-letters";
import { rowId } from "@/lib/operations/frame/fields";
import { defineOperation, ok } from "@/lib/operations/frame/operation";

/** Writes on their way to NetSuite: the lane, and what is done about pushes that do not get through. */

export const delivery = {
  readDeadLetters: defineOperation("GET /api/dead-letters", {
    summary: "Pushes that gave up, and those that were replayed",
    query: deadLettersQuerySchema,
    answers: ok(deadLettersSchema),
    verb: (person, query) => readDeadLetters(person, query),
  }),
  replayDeadLetter: defineOperation("POST /api/audit-dlq/replay", {
    summary: "Put a dead letter back in the queue",
    role: "admin",
    body: z.strictObject({ dlq_id: idSchema }),
    example: { dlq_id: 999_999_999 },
    answers: ok(retryResultSchema),
    refusals: ["not_found", "not_replayable"],
    verb: (person, { dlq_id }) => replayDeadLetter(person, dlq_id),
  }),
  retryPush: defineOperation("POST /admin/ns-push/retry", {
    summary: "Retry an approved action's push",
    role: "admin",
    address: { action_id: rowId() },
    answers: ok(retryResultSchema),
    refusals: ["not_replayable"],
    verb: (person, { action_id }) => retryPush(person, action_id),
  }),
  drainPushes: defineOperation("POST /api/ns-push/drain", {
    summary: "Ask now for every unsettled push",
    role: "admin",
    answers: ok(drainResultSchema),
    verb: (person) => drainPushes(person),
  }),
  readLane: defineOperation("GET /api/ns-push/lane", {
    summary: "The lane to NetSuite: why it is halted, when it is tried again, what happened to it",
    answers: ok(laneSchema),
    verb: (person) => readLane(person),
  }),
  retryLane: defineOperation("POST /api/ns-push/lane/retry", {
    summary: "Try a halted lane now",
    role: "admin",
    answers: ok(laneRetrySchema, "Tried, or asked for; `state` is the lane's where a reading answered"),
    refusals: ["lane_open"],
    verb: (person) => retryLane(person),
  }),
};
