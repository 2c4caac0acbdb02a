/** Names of the events that Inngest itself sends; apps may not send them. */
export const functionFailed = "inngest/function.failed";
export const functionFinished = "inngest/function.finished";
export const functionCancelled = "inngest/function.cancelled";
export const functionInvoked = "inngest/function.invoked";

/** The event that an invoking step waits for. No event has this name; it keeps those steps apart from people's waits. */
export const invokedRunEnded = "inngest/function.invoked#ended";

/** Names the step of a run that waits for an invoked run's end. */
export function correlationId(step: { runId: string; stepId: string }): string {
  return `${step.runId}.${step.stepId}`;
}

/** Null where the text names no step. Run ids hold no dot, step ids may. */
export function readCorrelationId(text: unknown): { runId: string; stepId: string } | null {
  const dot = typeof text === "string" ? text.indexOf(".") : -1;
  return typeof text === "string" && dot > 0
    ? { runId: text.slice(0, dot), stepId: text.slice(dot + 1) }
    : null;
}
