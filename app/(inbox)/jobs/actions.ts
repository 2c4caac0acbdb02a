"use server";
import type { z } from "zod";
import { type ChangedRun, changeShownRunSchema } from "@/lib/contract/jobs";
import { cancelRun } from "@/lib/gateway/cancel-run";
import { rerunRun } from "@/lib/gateway/rerun-run";
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
