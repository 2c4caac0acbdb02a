"use server";
import { z } from "zod";
import { idSchema } from "@/lib/contract/decision";
import { type EmailDraft, markDraftOnPageSchema } from "@/lib/contract/internal";
import type { CancelRemainingResult } from "@/lib/contract/lines";
import type { RetryResult } from "@/lib/contract/operations";
import { cancelRemainingLines } from "@/lib/gateway/amend/cancel-remaining-lines";
import { markEmailDraft } from "@/lib/gateway/deliver/email-drafts";
import { retryPush } from "@/lib/gateway/deliver/repair/replay-push";
import { answerAction, type Answered } from "@/lib/http/server-action";

/** What people do on a page with the lines of a roll, and with drafts. No rule lives here. */

const rollSchema = z.strictObject({ id: idSchema });

export async function retryLines(input: z.input<typeof rollSchema>): Promise<Answered<RetryResult>> {
  return answerAction(rollSchema, input, (person, { id }) => retryPush(person, id));
}

export async function cancelRemaining(
  input: z.input<typeof rollSchema>,
): Promise<Answered<CancelRemainingResult>> {
  return answerAction(rollSchema, input, (person, { id }) =>
    cancelRemainingLines(person, { actionId: id, reason: "" }),
  );
}

export async function markDraft(input: z.input<typeof markDraftOnPageSchema>): Promise<Answered<EmailDraft>> {
  return answerAction(markDraftOnPageSchema, input, (person, sent) => markEmailDraft(person, sent));
}
