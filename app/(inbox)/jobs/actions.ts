"use server";
import type { z } from "zod";
import { type ChangedJob, changeJobOnPageSchema } from "@/lib/contract/jobs";
import { cancelJob } from "@/lib/gateway/cancel-run";
import { rerunJob } from "@/lib/gateway/rerun-run";
import { answerAction, type Answered } from "@/lib/http/server-action";

type Sent = z.input<typeof changeJobOnPageSchema>;

export async function rerunJobOnPage(input: Sent): Promise<Answered<ChangedJob>> {
  return answerAction(changeJobOnPageSchema, input, (person, { run_id: runId, reason }) =>
    rerunJob(person, { runId, reason }),
  );
}

export async function cancelJobOnPage(input: Sent): Promise<Answered<ChangedJob>> {
  return answerAction(changeJobOnPageSchema, input, (person, { run_id: runId, reason }) =>
    cancelJob(person, { runId, reason }),
  );
}
