"use server";
import type { z } from "zod";
import { type ChangedJob, changeJobOnPageSchema } from "@/lib/contract/jobs";
import { cancelJob } from "@/lib/gateway/jobs/cancel-job";
import { rerunJob } from "@/lib/gateway/jobs/rerun-job";
import { answerAction, type Answered } from "@/lib/http/server-action";

type Sent = z.input<typeof changeJobOnPageSchema>;

export async function rerunJobOnPage(input: Sent): Promise<Answered<ChangedJob>> {
  return answerAction(changeJobOnPageSchema, input, (person, { run_id: jobId, reason }) =>
    rerunJob(person, { jobId, reason }),
  );
}

export async function cancelJobOnPage(input: Sent): Promise<Answered<ChangedJob>> {
  return answerAction(changeJobOnPageSchema, input, (person, { run_id: jobId, reason }) =>
    cancelJob(person, { jobId, reason }),
  );
}
