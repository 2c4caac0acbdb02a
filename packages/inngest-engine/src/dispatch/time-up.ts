import type { Job } from "../store/jobs";
import type { Settled } from "../store/settle";
import type { RunError } from "./answer";
import type { StepChange } from "./settlement";

/** As the server says it. */
const invokeTimedOut: RunError = {
  name: "InngestInvokeTimeoutError",
  message: "Timed out waiting for invoked function to complete",
  stack: "",
};

/** The time of a sleep or a wait is over: nothing is called for it. */
export function timeUp(job: Job, nowMs: number): Settled {
  const kind = job.kind === "timeout" ? (job.stepKind ?? "wait") : "sleep";
  const change: StepChange = {
    stepId: job.stepId ?? "",
    name: "",
    kind,
    result: kind === "invoke" ? { status: "failed", error: invokeTimedOut } : { status: "done", data: null },
    resumesAlone: false,
    startedAtMs: null,
    endedAtMs: nowMs,
  };
  return { job, settlement: { kind: "advanced", changes: [change], callsAgain: false }, call: null };
}
