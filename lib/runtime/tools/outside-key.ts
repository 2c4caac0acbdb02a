import type { ToolCall } from "./tool";

interface Sending {
  tenantId: number;
  run: Pick<ToolCall["run"], "createdAt">;
  step: Pick<ToolCall["step"], "idempotencyKey">;
}

/**
 * The Idempotency-Key of what a step sends, the same at each attempt and after any restart. A re-run's request goes by the step that it repeats. Tenants and runs are numbered from one
 * in each installation; the microsecond in which the run began tells one that is only tried out from the real one.
 */
export const outsideKeyOf = ({ tenantId, run, step }: Sending): string =>
  `countersign-${tenantId}-${microsecondsOf(run.createdAt)}-${step.idempotencyKey}`;

/** Microseconds since 1970. Postgres writes up to six decimal places of a second, in any time zone. */
function microsecondsOf(time: string): string {
  const places = /\.(\d{1,6})/.exec(time)?.[1] ?? "";
  return `${Math.floor(Date.parse(time) / 1_000)}${places.padEnd(6, "0")}`;
}
