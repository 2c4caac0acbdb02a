import { expect, test } from "vitest";
import { type Answer, type Op, toRunError } from "./answer";
import { doublingBackoff, inngestBackoff } from "./backoff";
import { retryAfterEnd, waitEnd } from "./duration";
import { errorCauseLengthMax, errorTextLengthMax, lostCallsMax } from "../limits";
import { settle } from "./settlement";

const nowMs = Date.UTC(2026, 0, 1);
const event = JSON.stringify({ name: "go", data: { user: 7 } });
const job = {
  kind: "run",
  attempt: 0,
  attemptsMax: 3,
  lostCalls: 0,
  stepId: null,
  runId: "R",
  functionId: "app-f",
  event,
} as const;
const contextOf = (changes: { attempt?: number; attemptsMax?: number; lostCalls?: number }, random = 0) => ({
  job: { ...job, ...changes },
  nowMs,
  startedAtMs: nowMs - 1_000,
  backoff: inngestBackoff(() => random),
});
const context = contextOf({});
const error = { name: "Error", message: "no", stack: "" };
const threw = (changes: Partial<Extract<Answer, { kind: "threw" }>>): Answer => ({
  kind: "threw",
  error,
  isFinal: false,
  retryAfter: undefined,
  isFunctionMissing: false,
  ...changes,
});
const ops = (...list: Partial<Op>[]): Answer => ({
  kind: "ops",
  ops: list.map((op) => ({ id: "step-id", op: "StepRun", ...op })),
  retryAfter: undefined,
  everyStepResumes: false,
});

test("attempts are repeated after Inngest's own delays, each with up to 30 s of jitter", () => {
  const delays = (random: number) =>
    Array.from({ length: 12 }, (_, attempt) => {
      const settlement = settle(threw({}), contextOf({ attempt, attemptsMax: 20 }, random));
      expect(settlement).toMatchObject({ kind: "again", costsAttempt: true });
      return settlement.kind === "again" ? (settlement.runAtMs - nowMs) / 1_000 : null;
    });
  const seconds = [15, 30, 60, 120, 300, 600, 1_200, 2_400, 3_600, 7_200, 7_200, 7_200];
  expect(delays(0)).toEqual(seconds);
  expect(delays(0.5)).toEqual(seconds.map((delay) => delay + 15));
});

test("a delay of one's own doubles with each attempt, up to two hours and without jitter", () => {
  const backoff = doublingBackoff(50);
  expect([0, 1, 2, 30].map(backoff)).toEqual([50, 100, 200, 2 * 3_600_000]);
});

test.each(["", "0s"])("a sleep of %j is over at once", (name) => {
  expect(settle(ops({ op: "Sleep", name }), context)).toMatchObject({
    kind: "advanced",
    changes: [{ kind: "sleep", result: { status: "sleeping", untilMs: nowMs } }],
  });
});

test("an error is cut and mended so that it can be signed; its cause is kept, or left out where it is too long", () => {
  const causeOf = (cause: unknown) => toRunError({ ...error, cause }).cause;
  const cause = { name: "Error", message: "disk full", stack: "", __serialized: true };
  expect(causeOf(cause)).toEqual(cause);
  expect(causeOf("half \ud800 of \\ud800")).toBe("half \ufffd of \\ud800");
  expect(toRunError(error)).not.toHaveProperty("cause");
  expect(causeOf("x".repeat(errorCauseLengthMax))).toBeUndefined();
  const { message } = toRunError(new Error(`\ud83d${"x".repeat(2 * errorTextLengthMax)}`));
  expect(message).toMatch(/^\ufffdx+$/);
  expect(message).toHaveLength(errorTextLengthMax);
});

test("retry-after goes before the backoff, in seconds or as an instant", () => {
  expect(settle(threw({ retryAfter: "90" }), context)).toMatchObject({ runAtMs: nowMs + 90_000 });
  const instant = new Date(nowMs + 5_000).toISOString();
  expect(settle(threw({ retryAfter: instant }), context)).toMatchObject({ runAtMs: nowMs + 5_000 });
  expect(settle(threw({ retryAfter: "soon" }), context)).toMatchObject({ runAtMs: nowMs + 15_000 });
});

test("the last attempt and a final error fail the run", () => {
  expect(settle(threw({}), contextOf({ attempt: 2 }))).toMatchObject({ kind: "failed", error });
  expect(settle(threw({ isFinal: true }), context)).toMatchObject({ kind: "failed" });
});

test("an app that was not reached costs no attempt, however often", () => {
  const settlement = settle({ kind: "unreached", reason: "refused" }, contextOf({ lostCalls: 1_000 }));
  expect(settlement).toMatchObject({ kind: "again", costsAttempt: false, countsAsLost: false });
});

test("a lost answer costs no attempt at first, then one like any failure", () => {
  const answer: Answer = { kind: "lost", reason: "reset" };
  expect(settle(answer, context)).toMatchObject({ kind: "again", costsAttempt: false, countsAsLost: true });
  const often = { lostCalls: lostCallsMax };
  expect(settle(answer, contextOf(often))).toMatchObject({ kind: "again", costsAttempt: true });
  expect(settle(answer, contextOf({ ...often, attempt: 2 }))).toMatchObject({ kind: "failed" });
});

test("a step's error is retried, and remembered where it was the last attempt", () => {
  const failed = ops({ op: "StepError", error });
  expect(settle(failed, context)).toMatchObject({ kind: "again", costsAttempt: true });
  expect(settle(failed, contextOf({ attempt: 2 }))).toMatchObject({
    kind: "advanced",
    changes: [{ result: { status: "failed", error } }],
  });
});

test.each(["WaitForSignal", "AIGateway", "Gateway", "DeferAdd"])("%s fails the run by name", (op) => {
  const settlement = settle(ops({ op, displayName: "my step" }), context);
  expect(settlement).toMatchObject({ kind: "failed" });
  expect(settlement.kind === "failed" && settlement.error.message).toBe(
    `Step "my step" is a ${op}, which this engine does not support.`,
  );
});

test("an answer without steps fails the run instead of asking for ever", () => {
  expect(settle(ops(), context)).toMatchObject({ kind: "failed" });
});

test("waits are spans or instants, never in the past", () => {
  expect(waitEnd("1d2h3m4s", nowMs)).toBe(nowMs + 93_784_000);
  expect(waitEnd("2w", nowMs)).toBe(nowMs + 14 * 86_400_000);
  expect(waitEnd(new Date(nowMs + 1).toISOString(), nowMs)).toBe(nowMs + 1);
  expect(waitEnd(new Date(0).toISOString(), nowMs)).toBe(nowMs);
  expect(waitEnd("a while", nowMs)).toBeNull();
  expect(retryAfterEnd(undefined, nowMs)).toBeNull();
  expect(retryAfterEnd("0", nowMs)).toBe(nowMs);
});

test("a step waits for an event until its timeout, found by the value it must share with the run's own event", () => {
  const opts = { timeout: "1h", if: "event.data.user == async.data.user && async.data.n > 1" };
  const settlement = settle(ops({ op: "WaitForEvent", name: "user/done", opts }), context);
  expect(settlement).toMatchObject({
    kind: "advanced",
    changes: [
      {
        kind: "wait",
        result: {
          status: "waiting",
          untilMs: nowMs + 3_600_000,
          wait: { eventName: "user/done", condition: opts.if, matchLabel: expect.any(String), sends: null },
        },
      },
    ],
  });
});

test("an invoked function is sent an event of its own, with the data it was given", () => {
  const opts = { function_id: "app-other", payload: { data: { a: 1 }, v: "2" }, timeout: "5m" };
  const settlement = settle(ops({ op: "InvokeFunction", opts }), context);
  expect(settlement).toMatchObject({
    changes: [{ kind: "invoke", result: { status: "waiting", untilMs: nowMs + 300_000 } }],
  });
  const change = settlement.kind === "advanced" ? settlement.changes[0] : undefined;
  const sends = change?.result.status === "waiting" ? change.result.wait.sends : null;
  expect(sends).toMatchObject({ name: "inngest/function.invoked", onlyFunctionId: "app-other" });
  expect(JSON.parse(sends?.payload ?? "")).toMatchObject({
    v: "2",
    ts: nowMs,
    data: { a: 1, _inngest: { fn_id: "app-other", correlation_id: "R.step-id" } },
  });
});

const wait = (opts: Record<string, string>) => ({
  op: "WaitForEvent",
  name: "e",
  opts: { timeout: "1h", ...opts },
});
const invoke = (opts: Record<string, unknown>) => ({ op: "InvokeFunction", opts });

test.each([
  ["no event", { op: "WaitForEvent", opts: { timeout: "1h" } }, "waits for no event"],
  ["a timeout that is none", wait({ timeout: "soon" }), "neither a span nor"],
  ["a timeout of years", wait({ timeout: "500d" }), "more than 366 days"],
  ["no expression", wait({ if: "a ===" }), "is no expression"],
  ["unknown words", wait({ if: "invalid" }), 'uses "invalid"'],
  ["no function", invoke({}), "invokes no function"],
  ["data that is no object", invoke({ function_id: "f", payload: { data: 1 } }), "no object"],
  [
    "half a surrogate pair",
    invoke({ function_id: "f", payload: { data: { a: "\ud800" } } }),
    "cannot be signed",
  ],
])("a step that waits with %s fails the run by name", (_what, op, problem) => {
  const settlement = settle(ops({ displayName: "my step", ...op }), context);
  expect(settlement).toMatchObject({ kind: "failed", error: { message: expect.stringContaining(problem) } });
  expect(settlement).toMatchObject({ error: { message: expect.stringContaining('"my step"') } });
});
