"use server";
import { z } from "zod";
import { type RetryResult, replaySchema } from "@/lib/contract/operations";
import type { LaneRetry } from "@/lib/contract/upkeep";
import { drainPushes, replayDeadLetter } from "@/lib/gateway/deliver/repair/replay-push";
import { retryLane } from "@/lib/gateway/controls/retry-lane";
import { answerAction, type Answered } from "@/lib/http/server-action";

/** What administrators do about writes that do not get through. */

const nothing = z.strictObject({});

export async function replayLetter(input: z.input<typeof replaySchema>): Promise<Answered<RetryResult>> {
  return answerAction(replaySchema, input, (person, sent) => replayDeadLetter(person, sent.dlq_id));
}

export async function drainNow(): Promise<Answered<{ requested: number; revived: number }>> {
  return answerAction(nothing, {}, (person) => drainPushes(person));
}

export async function tryLaneNow(): Promise<Answered<LaneRetry>> {
  return answerAction(nothing, {}, (person) => retryLane(person));
}
