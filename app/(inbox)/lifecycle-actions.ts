"use server";
import { z } from "zod";
import { idSchema } from "@/lib/contract/decision";
import {
  cancelSchema,
  editSchema,
  reproposeSchema,
  undoSchema,
  withdrawSchema,
  type EndResult,
  type VersionResult,
} from "@/lib/contract/lifecycle";
import type { RetryResult } from "@/lib/contract/operations";
import { cancelAction } from "@/lib/gateway/amend/cancel-action";
import { editAction } from "@/lib/gateway/amend/edit-action";
import { retryPush } from "@/lib/gateway/deliver/repair/replay-push";
import { reproposeAction } from "@/lib/gateway/amend/repropose-action";
import { undoAction } from "@/lib/gateway/amend/undo-action";
import { withdrawAction } from "@/lib/gateway/amend/withdraw-action";
import { answerAction, type Answered } from "@/lib/http/server-action";

/** What the pages do with an action beside deciding it: parse, establish who asks, call one verb, translate its result. */

const withId = { id: idSchema };
const editOnPageSchema = editSchema.extend(withId);
const reproposeOnPageSchema = reproposeSchema.extend(withId);
const undoOnPageSchema = undoSchema.extend(withId);
const withdrawOnPageSchema = withdrawSchema.extend(withId);
const cancelOnPageSchema = cancelSchema.extend(withId);
const retryOnPageSchema = z.strictObject(withId);

export async function edit(input: z.input<typeof editOnPageSchema>): Promise<Answered<VersionResult>> {
  return answerAction(editOnPageSchema, input, (person, { id, ...sent }) => editAction(person, id, sent));
}

export async function repropose(
  input: z.input<typeof reproposeOnPageSchema>,
): Promise<Answered<VersionResult>> {
  return answerAction(reproposeOnPageSchema, input, (person, { id }) => reproposeAction(person, id));
}

export async function undo(input: z.input<typeof undoOnPageSchema>): Promise<Answered<VersionResult>> {
  return answerAction(undoOnPageSchema, input, (person, { id, reason }) =>
    undoAction(person, id, reason ?? null),
  );
}

export async function withdraw(input: z.input<typeof withdrawOnPageSchema>): Promise<Answered<EndResult>> {
  return answerAction(withdrawOnPageSchema, input, (person, { id, reason }) =>
    withdrawAction(person, id, reason ?? null),
  );
}

export async function cancel(input: z.input<typeof cancelOnPageSchema>): Promise<Answered<EndResult>> {
  return answerAction(cancelOnPageSchema, input, (person, { id, comment }) =>
    cancelAction(person, id, comment),
  );
}

export async function retry(input: z.input<typeof retryOnPageSchema>): Promise<Answered<RetryResult>> {
  return answerAction(retryOnPageSchema, input, (person, { id }) => retryPush(person, id));
}
