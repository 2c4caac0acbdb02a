import type { JobDetail } from "@/lib/contract/monitoring/jobs";
import { durationText, measuredText } from "@/lib/view/time";

/** A job on one time axis: a lane for the function and for each step, bars for what took time. Places are shares of the width. */

export type BarKind = "good" | "bad" | "again" | "wait" | "sleep" | "open";

export interface Bar {
  key: string;
  kind: BarKind;
  /** In [0, 1]. */
  from: number;
  to: number;
  words: string;
}

export interface Lane {
  key: string;
  name: string;
  bars: Bar[];
}

export interface Picture {
  lanes: Lane[];
  ticks: { at: number; text: string }[];
  /** Where the present is; null once the job has ended. */
  now: number | null;
  words: string;
}

type Call = JobDetail["calls"][number];
type Step = JobDetail["steps"][number];
type Span = Omit<Bar, "from" | "to"> & { fromMs: number; toMs: number };

const lanesMax = 40;
const ticksMax = 5;
const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
/** Between two ticks; from here on whole days. */
const tickSteps = [
  [1, 2, 5, 10, 20, 50, 100, 200, 500],
  [1, 2, 5, 15].map((count) => count * second),
  [1, 2, 5, 15, 30].map((count) => count * minute),
  [1, 2, 6, 12].map((count) => count * hour),
].flat();

export function pictureOf(job: JobDetail, nowMs: number): Picture {
  const lanes = lanesOf(job, nowMs);
  const spans = lanes.flatMap((lane) => lane.spans);
  const startMs = Date.parse(job.started_at);
  const isRunning = job.ended_at === null;
  const endMs = Math.max(
    startMs + 1,
    isRunning ? nowMs : Date.parse(job.ended_at!),
    ...spans.map((span) => span.toMs),
  );
  const share = (ms: number): number => Math.min(1, Math.max(0, (ms - startMs) / (endMs - startMs)));
  return {
    lanes: lanes.map(({ key, name, spans: own }) => ({
      key,
      name,
      bars: own.map(({ fromMs, toMs, ...bar }) => ({ ...bar, from: share(fromMs), to: share(toMs) })),
    })),
    ticks: ticksOf(endMs - startMs),
    now: isRunning ? share(nowMs) : null,
    words: wordsOf(job, endMs - startMs),
  };
}

/** At round times, at most five and the start; the last one leaves room for its text. */
function ticksOf(spanMs: number): Picture["ticks"] {
  const least = spanMs / ticksMax;
  const stepMs = tickSteps.find((step) => step >= least) ?? Math.ceil(least / day) * day;
  const count = Math.floor((spanMs * 0.95) / stepMs) + 1;
  return Array.from({ length: count }, (_, index) => ({
    at: (index * stepMs) / spanMs,
    text: tickText(index * stepMs),
  }));
}

function tickText(ms: number): string {
  if (ms === 0) return "0";
  if (ms < second) return `${ms} ms`;
  return ms % minute === 0 ? durationText(ms) : `${ms / second} s`;
}

function lanesOf(job: JobDetail, nowMs: number): { key: string; name: string; spans: Span[] }[] {
  const ofFunction = job.calls.filter((call) => call.step_id === null);
  const next = job.next.find((upcoming) => upcoming.step_id === null) ?? null;
  const lanes = [
    {
      key: "function",
      name: job.function,
      spans: [...callSpans(ofFunction), ...aheadSpans(ofFunction, next, nowMs)],
    },
    ...job.steps.map((step) => {
      const calls = job.calls.filter((call) => call.step_id === step.id);
      const upcoming = job.next.find((candidate) => candidate.step_id === step.id) ?? null;
      const own = step.kind === "run" ? [...callSpans(calls), ...aheadSpans(calls, upcoming, nowMs)] : [];
      return { key: step.id, name: step.name, spans: own.length > 0 ? own : stepSpans(step, nowMs) };
    }),
  ];
  return lanes.filter((lane) => lane.spans.length > 0).slice(0, lanesMax);
}

const kinds: Record<Call["outcome"], BarKind> = {
  returned: "good",
  advanced: "good",
  retried: "again",
  failed: "bad",
  lost: "again",
  unreached: "again",
};

/** Calls, and between a failed attempt and the next the time that was waited. */
function callSpans(calls: readonly Call[]): Span[] {
  return calls.flatMap((call, index) => {
    const [fromMs, toMs] = [Date.parse(call.started_at), Date.parse(call.ended_at)];
    const own: Span = {
      key: `call-${index}`,
      kind: kinds[call.outcome],
      fromMs,
      toMs,
      words: `attempt ${call.attempt + 1}, ${measuredText(toMs - fromMs)}`,
    };
    const following = calls[index + 1];
    if (!following || kinds[call.outcome] !== "again") return [own];
    return [own, waitSpan(`wait-${index}`, toMs, Date.parse(following.started_at))];
  });
}

function waitSpan(key: string, fromMs: number, toMs: number): Span {
  return { key, kind: "wait", fromMs, toMs, words: `waits ${measuredText(toMs - fromMs)}` };
}

/** Up to the next call, or to the present one. */
function aheadSpans(
  calls: readonly Call[],
  upcoming: JobDetail["next"][number] | null,
  nowMs: number,
): Span[] {
  const last = calls.at(-1);
  if (!upcoming) return [];
  const atMs = Date.parse(upcoming.at);
  if (upcoming.in_flight)
    return [{ key: "open", kind: "open", fromMs: atMs, toMs: nowMs, words: "being called" }];
  const fromMs = last ? Date.parse(last.ended_at) : atMs;
  return [waitSpan("ahead", fromMs, Math.max(atMs, nowMs))];
}

function stepSpans(step: Step, nowMs: number): Span[] {
  if (step.started_at === null) return [];
  const fromMs = Date.parse(step.started_at);
  const open = step.until_at === null ? nowMs : Math.max(nowMs, Date.parse(step.until_at));
  const toMs = step.ended_at === null ? open : Date.parse(step.ended_at);
  const kind: BarKind = step.status === "failed" ? "bad" : step.kind === "run" ? "good" : "sleep";
  return [{ key: "step", kind, fromMs, toMs, words: measuredText(toMs - fromMs) }];
}

function wordsOf(job: JobDetail, spanMs: number): string {
  const failed = job.calls.filter((call) => kinds[call.outcome] !== "good").length;
  const calls = `${job.calls_total} ${job.calls_total === 1 ? "call" : "calls"}`;
  const over = job.ended_at === null ? "so far" : `in ${measuredText(spanMs)}`;
  if (failed === 0) return `${calls} ${over}.`;
  return `${calls} ${over}, ${failed === job.calls_total ? "" : `${failed} of them `}without success.`;
}
