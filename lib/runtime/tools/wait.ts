import { isDuration, secondsOf } from "@/lib/runtime/definitions/definition";
import { type ToolCall, type ToolResult, done, failed } from "./tool";

/** A step that waits: for a span from the moment at which it is reached, or until a time. It is no tool that a text names. */
export function waitInRun({ step, input, now: readClock }: ToolCall): ToolResult {
  const now = readClock();
  const { until } = (step.outputJson ?? {}) as { until?: string };
  if (until !== undefined)
    return Date.parse(until) <= now ? done({ until }) : { kind: "waits_until", at: until };
  const at = timeOf(input, now);
  if (at === null || Math.abs(at) > TIME_MS_MAX)
    return failed(
      "no_time",
      `\`${typeof input === "string" ? input : JSON.stringify(input)}\` is no time and no span of time.`,
    );
  return at <= now ? done({ until: isoTime(at) }) : { kind: "waits_until", at: isoTime(at) };
}

/** The last time that a date can be. */
const TIME_MS_MAX = 8.64e15;

const isoTime = (ms: number) => new Date(ms).toISOString();

/** A duration such as `90s`; seconds, as CEL's durations give them; or a time. */
function timeOf(input: unknown, now: number): number | null {
  if (typeof input === "number") return now + input * 1_000;
  if (typeof input !== "string") return null;
  if (isDuration(input)) return now + secondsOf(input) * 1_000;
  const at = Date.parse(input);
  return Number.isNaN(at) ? null : at;
}
