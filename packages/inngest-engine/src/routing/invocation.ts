import { functionFinished, functionInvoked, readCorrelationId } from "../internal-events";
import type { NewEvent, PendingEvent } from "../store/events";
import { endEvent } from "../store/run-end";
import type { StartingRun } from "../store/runs";

/** Remembers in an invoked run which step waits for its end. */
export function withInvoker(started: StartingRun, pending: PendingEvent, event: unknown): StartingRun {
  const invoker = readCorrelationId(correlationOf(pending, event));
  if (!invoker) return started;
  return {
    ...started,
    run: { ...started.run, invokedByRunId: invoker.runId, invokedByStepId: invoker.stepId },
  };
}

/** Tells an invoking step that no run was started for it; empty for every other event. */
export function notStarted(
  pending: PendingEvent,
  event: unknown,
  reason: "unknown" | "repeat",
  nowMs: number,
): NewEvent[] {
  const correlation = correlationOf(pending, event);
  if (correlation === null) return [];
  const message =
    reason === "unknown"
      ? `could not find function with ID: ${pending.onlyFunctionId}`
      : `function ${pending.onlyFunctionId} was not started: its idempotency key was used within 24 hours`;
  const data = {
    function_id: pending.onlyFunctionId,
    correlation_id: correlation,
    error: { name: "Error", message, stack: "" },
    _inngest: { status: "Failed" },
  };
  return [endEvent(functionFinished, data, nowMs)];
}

function correlationOf(pending: PendingEvent, event: unknown): string | null {
  if (pending.name !== functionInvoked) return null;
  const { data } = event as { data?: { _inngest?: { correlation_id?: unknown } } };
  const correlation = data?._inngest?.correlation_id;
  return typeof correlation === "string" ? correlation : null;
}
