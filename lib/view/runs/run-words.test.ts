import { expect, test } from "vitest";
import { RUN_STATUSES, STEP_STATUSES } from "@/lib/core/run/run";
import {
  RUN_STATUS_WORDS,
  begunWords,
  runSentence,
  steeringOf,
  stepWords,
  tookText,
  writesWords,
} from "./run-words";

const run = { status: "running", error: null, cancelled_by: null } as const;
const step = { status: "ready", skipped: false, next_eligible_at: null, question_id: null } as const;

test("no two statuses of a run have the same words, and those of one tone differ in shape or words", () => {
  const titles = RUN_STATUSES.map((status) => RUN_STATUS_WORDS[status].title);
  expect(new Set(titles).size).toBe(RUN_STATUSES.length);
  const ends = (["succeeded", "failed_terminal", "cancelled"] as const).map(
    (status) => RUN_STATUS_WORDS[status].shape,
  );
  expect(new Set(ends).size).toBe(3);
});

test("a run that goes on is steered, one that is over and did not succeed is gone on from, and a cancelled one is left alone", () => {
  expect(steeringOf(run)).toEqual({ pause: true, resume: false, cancel: true, rerun: false });
  expect(steeringOf({ ...run, status: "paused" })).toEqual({
    pause: false,
    resume: true,
    cancel: true,
    rerun: false,
  });
  const ending = { ...run, cancelled_by: "Ana" };
  expect(steeringOf(ending)).toEqual({ pause: false, resume: false, cancel: false, rerun: false });
  expect(steeringOf({ ...run, status: "succeeded" }).rerun).toBe(false);
  for (const status of ["failed_terminal", "cancelled"] as const)
    expect(steeringOf({ ...run, status })).toEqual({
      pause: false,
      resume: false,
      cancel: false,
      rerun: true,
    });
});

test("a run says who cancelled it, and which step stopped it", () => {
  expect(runSentence({ ...run, cancelled_by: "Ana" })).toMatch(/^Ana cancelled it: it ends when/);
  expect(runSentence({ ...run, status: "cancelled", cancelled_by: "Ana" })).toBe("Ana cancelled it.");
  const failed = { ...run, status: "failed_terminal", error: { step: "raise", message: "no" } } as const;
  expect(runSentence(failed)).toBe("The step raise failed for good.");
});

test("a step that is due comes next, one that waits for others later, and a skipped one says so", () => {
  expect(stepWords(step).title).toBe("Later");
  expect(stepWords({ ...step, next_eligible_at: "2026-11-27T10:00:00.000Z" }).title).toBe("Next");
  expect(stepWords({ ...step, status: "succeeded", skipped: true }).title).toBe("Skipped");
  const waiting = { ...step, status: "waiting_input" } as const;
  expect(stepWords(waiting).title).toBe("Waits for another run");
  expect(stepWords({ ...waiting, question_id: 3 }).title).toBe("Waits for an answer");
  for (const status of STEP_STATUSES) expect(stepWords({ ...step, status }).title).not.toBe("");
});

test("a run is said to be begun by whoever or whatever did", () => {
  expect(begunWords({ trigger_type: "api", started_by: "Ana" })).toBe("by Ana");
  expect(begunWords({ trigger_type: "rerun", started_by: "Ana" })).toBe("to go on from another run, by Ana");
});

test("it took the time from its first step to its end, and until now while it goes on", () => {
  const times = {
    created_at: "2026-11-27T10:00:00.000Z",
    started_at: "2026-11-27T10:00:01.000Z",
    ended_at: null,
  };
  expect(tookText({ ...times, started_at: null }, 0)).toBeNull();
  expect(tookText(times, Date.parse("2026-11-27T10:00:03.500Z"))).toBe("2.5 s");
  expect(tookText({ ...times, ended_at: "2026-11-27T10:01:01.000Z" }, 0)).toBe("1 min");
});

test("a run without writes says that it may make none", () => {
  expect(writesWords({ used: 1, max: 1 })).toBe("1 of 1 write");
  expect(writesWords({ used: 0, max: 20 })).toBe("0 of 20 writes");
  expect(writesWords({ used: 0, max: 0 })).toMatch(/^none/);
});
