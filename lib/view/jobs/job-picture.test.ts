import { expect, test } from "vitest";
import type { JobDetail } from "@/lib/contract/monitoring/jobs";
import { pictureOf } from "./job-picture";

const startMs = Date.UTC(2026, 10, 20, 9, 0, 0);
const at = (seconds: number): string => new Date(startMs + seconds * 1_000).toISOString();
const nothing = { shown: "whole" as const, value: null };

function jobOf(parts: Partial<JobDetail>): JobDetail {
  return {
    id: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
    function: "push-action",
    status: "running",
    started_by: "event",
    event: { id: "e", name: "ns-push.requested" },
    cron: null,
    started_at: at(0),
    ended_at: null,
    error: null,
    subject: null,
    rerun_of: null,
    event_data: null,
    output: nothing,
    steps: [],
    calls: [],
    calls_total: parts.calls?.length ?? 0,
    next: [],
    reruns: [],
    invoked_by: null,
    history: [],
    may: { rerun: false, cancel: false },
    ...parts,
  };
}
const call = (from: number, to: number, outcome: JobDetail["calls"][number]["outcome"], attempt = 0) => ({
  step_id: null,
  attempt,
  started_at: at(from),
  ended_at: at(to),
  outcome,
  error: null,
});

test("attempts stand where they happened, with the time that was waited between them", () => {
  const calls = [call(0, 1, "retried"), call(5, 10, "returned", 1)];
  const picture = pictureOf(jobOf({ status: "completed", ended_at: at(10), calls }), startMs + 99_000);
  expect(picture.lanes).toHaveLength(1);
  expect(picture.lanes[0]?.bars.map(({ kind, from, to }) => [kind, from, to])).toEqual([
    ["again", 0, 0.1],
    ["wait", 0.1, 0.5],
    ["good", 0.5, 1],
  ]);
  expect(picture.now).toBeNull();
  expect(picture.words).toBe("2 calls in 10.0 s, 1 of them without success.");
  expect(picture.ticks.map((tick) => tick.text)).toEqual(["0", "2 s", "4 s", "6 s", "8 s"]);
});

test("a sleep reaches to its end, and the present stands within it", () => {
  const step = {
    id: "s",
    name: "a-while",
    kind: "sleep" as const,
    status: "sleeping" as const,
    started_at: at(0),
    ended_at: null,
    until_at: at(100),
    output: nothing,
    error: null,
  };
  const next = [
    { kind: "sleep" as const, step_id: "s", attempt: 0, at: at(100), in_flight: false, parked_limit: null },
  ];
  const picture = pictureOf(jobOf({ steps: [step], next }), startMs + 25_000);
  expect(picture.lanes).toMatchObject([{ name: "a-while", bars: [{ kind: "sleep", from: 0, to: 1 }] }]);
  expect(picture.now).toBe(0.25);
});

test("a wait for the next attempt reaches to its time, and a call under way to the present", () => {
  const calls = [call(0, 2, "retried")];
  const upcoming = { kind: "run" as const, step_id: null, attempt: 1, in_flight: false, parked_limit: null };
  const waiting = pictureOf(jobOf({ calls, next: [{ ...upcoming, at: at(8) }] }), startMs + 4_000);
  expect(waiting.lanes[0]?.bars.at(-1)).toMatchObject({ kind: "wait", from: 0.25, to: 1 });
  const called = pictureOf(jobOf({ next: [{ ...upcoming, at: at(1), in_flight: true }] }), startMs + 4_000);
  expect(called.lanes[0]?.bars).toMatchObject([{ kind: "open", from: 0.25, to: 1 }]);
});

test("ticks stand at round times, few enough to be read", () => {
  const ticks = (seconds: number) =>
    pictureOf(jobOf({ status: "completed", ended_at: at(seconds) }), 0).ticks.map((tick) => tick.text);
  expect(ticks(0.437)).toEqual(["0", "100 ms", "200 ms", "300 ms", "400 ms"]);
  expect(ticks(70)).toEqual(["0", "15 s", "30 s", "45 s", "1 min"]);
  expect(ticks(300)).toEqual(["0", "1 min", "2 min", "3 min", "4 min"]);
  expect(ticks(7 * 86_400)).toEqual(["0", "2 d", "4 d", "6 d"]);
});

test("a job of which nothing is known yet has an axis and no lanes", () => {
  expect(pictureOf(jobOf({}), startMs)).toMatchObject({ lanes: [], words: "0 calls so far." });
});
