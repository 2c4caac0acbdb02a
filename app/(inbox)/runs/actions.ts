"use server";
import type { z } from "zod";
import { type ChangedRun, changeShownRunSchema } from "@/lib/contract/runs";
import { cancelRun } from "@/lib/gateway/jobs/cancel-job";
import { rerunRun } from "@/lib/gateway/jobs/rerun-job";
import { answerAction, type Answered } from "@/lib/http/server-action";

type Sent = z.input<typeof changeShownRunSchema>;

export async function rerunShown(input: Sent): Promise<Answered<ChangedRun>> {
  return answerAction(changeShownRunSchema, input, (person, { run_id: runId, reason }) =>
    rerunRun(person, { runId, reason }),
  );
}

export async function cancelShown(input: Sent): Promise<Answered<ChangedRun>> {
  return answerAction(changeShownRunSchema, input, (person, { run_id: runId, reason }) =>
    cancelRun(person, { runId, reason }),
  );
}
