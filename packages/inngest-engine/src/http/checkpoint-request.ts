import { z } from "zod";
import { opSchema } from "../dispatch/answer";
import { nameOf } from "../dispatch/settlement";
import { bodyTimes } from "../dispatch/step-times";
import { stepsPerRunMax } from "../limits";
import type { Checkpoint } from "../store/checkpoint";
import { readDispatchName } from "../store/jobs";
import { firstIssue, parseJson } from "../json";

const requestSchema = z.object({
  run_id: z.string().min(1),
  fn_id: z.string().min(1),
  qi_id: z.string().min(1),
  steps: z.array(opSchema).min(1).max(stepsPerRunMax),
});
/** Every other op needs the engine to act, so it comes with the answer of the call. */
const takenOps = new Set(["StepRun", "Step"]);

/** Reads the body of a checkpoint; a problem names the field. */
export function readCheckpoint(
  body: string,
  { runId, nowMs }: { runId: string; nowMs: number },
): Checkpoint | { problem: string } {
  const parsed = requestSchema.safeParse(parseJson(body));
  if (!parsed.success) return { problem: `malformed checkpoint: ${firstIssue(parsed.error)}` };
  const { run_id: named, fn_id: functionId, qi_id: dispatchName, steps } = parsed.data;
  if (named !== runId) return { problem: `run_id: names ${named}, the address ${runId}` };
  const dispatch = readDispatchName(dispatchName);
  if (!dispatch) return { problem: "qi_id: is none that this engine gave out" };
  const refused = steps.findIndex(({ op, error }) => !takenOps.has(op) || (error ?? null) !== null);
  if (refused >= 0) {
    const { op } = steps[refused]!;
    const what = takenOps.has(op) ? `${op} with an error` : op;
    return { problem: `steps.${refused}.op: a checkpoint takes StepRun and Step, not ${what}` };
  }
  const times = bodyTimes(steps, { startedAtMs: nowMs, endedAtMs: nowMs });
  const changes = steps.map((op) => ({
    stepId: op.id,
    name: nameOf(op),
    kind: "run" as const,
    result: { status: "done" as const, data: op.data },
    resumesAlone: false,
    ...times(op),
  }));
  return { runId, functionId, ...dispatch, changes };
}
