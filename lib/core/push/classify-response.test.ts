import { describe, expect, it } from "vitest";
import {
  classifyProbeResponse,
  classifyReadResponse,
  classifyResponse,
  classifySearchResponse,
} from "./classify-response";
import type { TransportOutcome } from "./verdict";

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): TransportOutcome => ({
  kind: "response",
  status,
  headers,
  bodyText: typeof body === "string" ? body : JSON.stringify(body),
});
const suiteScriptError = (code: string, message = "localised text") =>
  answer(400, {
    error: { code, message: JSON.stringify({ type: "error.SuiteScriptError", name: code, message }) },
  });

const applied = {
  v: 1,
  verdict: "applied",
  record: { type: "customer", id: "701" },
  readback: [{ field: "price", value: "1.48" }],
  committed_at: "2026-11-04T18:02:11.000Z",
  duplicate: false,
};

describe("the answer to a saved search", () => {
  const body = (rows: unknown) => answer(200, { v: 1, verdict: "search", rows, complete: true });
  it("is its rows, without what no text in Postgres can hold", () => {
    const rows = [{ customer: "A\u0000B", note: "\ud83d", emoji: "🍓" }];
    expect(classifySearchResponse(body(rows))).toMatchObject({
      class: "search",
      rows: [{ customer: "A\ufffdB", note: "\ufffd", emoji: "🍓" }],
      complete: true,
    });
  });
  it.each([
    ["a number in place of a text", [{ price: 1.42 }]],
    ["a key that our script makes of no label", [{ "Price (USD)": "1" }]],
    ["more rows than it may give", Array.from({ length: 1_001 }, () => ({}))],
    ["no rows", undefined],
  ])("is unreadable with %s", (_, rows) => {
    expect(classifySearchResponse(body(rows))).toMatchObject({ class: "unknown", code: "UNREADABLE_BODY" });
  });
});

describe("the verdict table, row by row", () => {
  it.each([
    ["SSS_REQUEST_LIMIT_EXCEEDED", "not_executed"],
    ["UNEXPECTED_ERROR", "unknown"],
    ["SSS_TIME_LIMIT_EXCEEDED", "unknown"],
    ["SSS_USAGE_LIMIT_EXCEEDED", "unknown"],
    ["RCRD_HAS_BEEN_CHANGED", "conflict"],
    ["CUSTOM_RECORD_COLLISION", "conflict"],
    ["SSS_MISSING_REQD_ARGUMENT", "terminal"],
    ["INVALID_FLD_VALUE", "terminal"],
    ["USER_ERROR", "terminal"],
    ["CLOSED_TRAN_PRD", "terminal"],
    ["INVALID_LOGIN_ATTEMPT", "lane_halt"],
    ["INSUFFICIENT_PERMISSION", "lane_halt"],
    ["A_CODE_NO_TABLE_NAMES", "unknown"],
  ])("an unhandled %s is %s", (code, expected) => {
    expect(classifyResponse(suiteScriptError(code))).toMatchObject({ class: expected, code });
  });

  it.each(["RCRD_DSNT_EXIST", "INVALID_KEY_OR_REF", "WS_INVALID_REFERENCE_KEY_1"])(
    "an unhandled %s is stale of a read or a probe, and unknown of a write, whose record may hold the value",
    (code) => {
      expect(classifyReadResponse(suiteScriptError(code))).toMatchObject({ class: "stale", code });
      expect(classifyProbeResponse(suiteScriptError(code))).toMatchObject({ class: "stale", code });
      expect(classifyResponse(suiteScriptError(code))).toMatchObject({ class: "unknown", code });
    },
  );

  it.each([
    [302, "lane_halt"],
    [401, "lane_halt"],
    [403, "lane_halt"],
    [404, "lane_halt"],
    [405, "terminal"],
    [415, "terminal"],
    [429, "not_executed"],
    [500, "unknown"],
    [502, "unknown"],
    [503, "unknown"],
    [400, "unknown"],
    [204, "unknown"],
    [418, "unknown"],
  ])("a bare HTTP %i is %s", (status, expected) => {
    expect(classifyResponse(answer(status, ""))).toMatchObject({ class: expected, code: `HTTP_${status}` });
  });

  it.each([
    ["ECONNREFUSED", "before_send", "not_executed"],
    ["ENOTFOUND", "before_send", "not_executed"],
    ["EAI_AGAIN", "before_send", "not_executed"],
    ["TIMEOUT", "after_send", "unknown"],
    ["ECONNREFUSED", "after_send", "unknown"],
    ["ECONNRESET", "after_send", "unknown"],
    ["EPIPE", "after_send", "unknown"],
    ["RESPONSE_TOO_LARGE", "after_send", "unknown"],
  ] as const)("%s %s is %s", (code, phase, expected) => {
    expect(classifyResponse({ kind: "error", code, phase })).toMatchObject({ class: expected, code });
  });
});

it.each(["TIMEOUT", "ETIMEDOUT", "EHOSTUNREACH", "ECONNRESET", "CERT_HAS_EXPIRED"])(
  "%s before a connection was made is not executed, by one code for all of them",
  (code) => {
    expect(classifyResponse({ kind: "error", code, phase: "before_send" })).toMatchObject({
      class: "not_executed",
      code: "NOT_CONNECTED",
      throttled: false,
      details: { message: code },
    });
  },
);

it.each([
  "ECONNREFUSED",
  "NOT_CONNECTED",
  "NOT_CONFIRMED",
  "PROBED_NOT_WRITTEN",
  "PROBE_REFUSED",
  "TOO_LATE",
])("an error that somebody answers with does not bring along %s, by which we judge", (code) => {
  const error = { error: { code, message: "x" } };
  expect(classifyResponse(answer(429, error))).toMatchObject({ class: "not_executed", code: "HTTP_429" });
  expect(classifyResponse(answer(502, error))).toMatchObject({ class: "unknown", code: "HTTP_502" });
});

describe("a code decides before status and message", () => {
  it("a limit reported with a German message and HTTP 400 is not executed", () => {
    const outcome = answer(400, {
      error: { code: "SSS_REQUEST_LIMIT_EXCEEDED", message: "Zu viele Anfragen" },
    });
    expect(classifyResponse(outcome)).toMatchObject({ class: "not_executed", throttled: true });
  });
  it.each([
    ["a closed period reported with HTTP 500 is terminal", 500, "CLOSED_TRAN_PRD"],
    ["an error body with HTTP 200 is classified by its code", 200, "USER_ERROR"],
  ])("%s", (_title, status, code) => {
    expect(classifyResponse(answer(status, { error: { code, message: "x" } })).class).toBe("terminal");
  });
  it("where no row names the outer code, the name inside the message counts", () => {
    const message = JSON.stringify({ type: "error", name: "RCRD_DSNT_EXIST", message: "gone" });
    const verdict = classifyReadResponse(answer(400, { error: { code: "SSS_WRAPPER", message } }));
    expect(verdict).toMatchObject({ class: "stale", code: "RCRD_DSNT_EXIST", details: { message: "gone" } });
  });
  it("a message that is an object instead of text is read too", () => {
    const outcome = answer(400, {
      error: { code: "X", message: { name: "USER_ERROR", message: "Enter a value" } },
    });
    expect(classifyResponse(outcome)).toMatchObject({
      class: "terminal",
      details: { message: "Enter a value" },
    });
  });
});

it("a refusal's words are one short line for all to read, whatever value they quote", () => {
  const said = (message: string) =>
    classifyResponse(answer(200, { v: 1, verdict: "terminal", code: "UNKNOWN_TERMS", message }))
      .publicMessage;
  expect(said('No terms are called "Net 45\u202e\n#99".')).toBe('No terms are called "Net 45[U+202E] #99".');
  expect(said("x".repeat(2_000))).toBe(`${"x".repeat(299)}…`);
  expect(said("\u200b".repeat(300))).toHaveLength(300);
});

describe("a body that is not our verdict is unknown", () => {
  it.each([
    ["an HTML login page", "<!DOCTYPE html><html></html>"],
    ["truncated JSON", JSON.stringify(applied).slice(0, 60)],
    ["an empty body", ""],
    ["JSON null", "null"],
    ["another version", { ...applied, v: 2 }],
    ["a verdict nobody knows", { v: 1, verdict: "probably" }],
    ["an applied verdict without its record", { ...applied, record: undefined }],
    ["an applied verdict without its record's id", { ...applied, record: { type: "customer", id: "" } }],
  ])("%s with HTTP 200", (_name, body) => {
    expect(classifyResponse(answer(200, body))).toMatchObject({ class: "unknown", code: "UNREADABLE_BODY" });
  });
  it("our applied body under another status is not believed", () => {
    expect(classifyResponse(answer(500, applied)).class).toBe("unknown");
  });
  it("a body beyond the limit is not parsed", () => {
    expect(classifyResponse(answer(200, `"${"x".repeat(1_000_001)}"`)).class).toBe("unknown");
  });
});

describe("an answer that names its request", () => {
  const to = (requestId: string, body: object) => ({ ...answer(200, body), requestId }) as TransportOutcome;
  it("counts for that one alone", () => {
    expect(classifyResponse(to("a", { ...applied, request_id: "a" })).class).toBe("applied");
    const foreign = { class: "unknown", code: "FOREIGN_ANSWER" };
    expect(classifyResponse(to("b", { ...applied, request_id: "a" }))).toMatchObject(foreign);
    const notFound = { v: 1, verdict: "not_found", live: [], request_id: "a" };
    expect(classifyProbeResponse(to("b", notFound))).toMatchObject(foreign);
    const read = { v: 1, verdict: "read", record: applied.record, values: [], facts: {}, request_id: "a" };
    expect(classifyReadResponse(to("b", read))).toMatchObject(foreign);
  });
  it("is that of an earlier RESTlet where it names none", () => {
    expect(classifyResponse(to("a", applied)).class).toBe("applied");
  });
});

describe("what no column can hold", () => {
  it("is a replacement character, wherever an answer has it", () => {
    const text = "a\u0000b\ud83d";
    const clean = "a\ufffdb\ufffd";
    const record = { type: "customer", id: "701", name: text };
    const body = { ...applied, record, readback: [{ field: "price", value: text }] };
    expect(classifyResponse(answer(200, body))).toMatchObject({
      record: { name: clean },
      readback: [{ value: clean }],
    });
    const refused = { v: 1, verdict: "terminal", code: text, message: text };
    expect(classifyResponse(answer(200, refused))).toMatchObject({
      code: clean,
      details: { message: clean },
    });
    expect(classifyResponse(answer(400, { error: { code: text, message: text } }))).toMatchObject({
      code: clean,
      details: { message: clean },
    });
  });
  it("does not come of a text that is cut in the middle of a character", () => {
    expect(classifyResponse(answer(503, `${"x".repeat(199)}\u{1f600}`)).details.message?.isWellFormed()).toBe(
      true,
    );
  });
  it("leaves whole characters alone, also those that are escaped by halves", () => {
    const body = JSON.stringify({ ...applied, readback: [{ field: "note", value: "X" }] });
    const escaped = body.replace('"X"', String.raw`"\ud83c\udf53"`);
    expect(classifyResponse(answer(200, escaped))).toMatchObject({ readback: [{ value: "\u{1f353}" }] });
  });
});

describe("our RESTlet's verdicts", () => {
  it("applied carries record, read-back and time", () => {
    expect(classifyResponse(answer(200, applied))).toMatchObject({
      class: "applied",
      record: { id: "701" },
      readback: [{ field: "price", value: "1.48" }],
      committedAt: "2026-11-04T18:02:11.000Z",
      duplicate: false,
    });
  });
  it("stale carries its reason and the live values", () => {
    const live = [{ field: "price", value: "1.50" }];
    const body = { v: 1, verdict: "stale", reason: "from_mismatch", live };
    expect(classifyResponse(answer(200, body))).toMatchObject({
      class: "stale",
      code: "FROM_MISMATCH",
      live: [{ value: "1.50" }],
    });
  });
  it.each(["conflict", "terminal"] as const)("%s keeps its code", (verdict) => {
    const outcome = answer(200, { v: 1, verdict, code: "SOME_CODE", message: "m" });
    expect(classifyResponse(outcome)).toMatchObject({ class: verdict, code: "SOME_CODE" });
  });
  it("a write does not take a read's body for its own", () => {
    const body = { v: 1, verdict: "read", record: applied.record, values: [], facts: {} };
    expect(classifyResponse(answer(200, body)).class).toBe("unknown");
    expect(classifyReadResponse(answer(200, body))).toMatchObject({ class: "read", values: [] });
  });
  it("a probe knows applied, started and not found", () => {
    const started = { v: 1, verdict: "started", record: null, live: [], live_matches: "from" };
    const notFound = { v: 1, verdict: "not_found", live: [] };
    const timeout = { kind: "error", code: "TIMEOUT", phase: "after_send" } as const;
    expect(classifyProbeResponse(answer(200, applied)).class).toBe("applied");
    expect(classifyProbeResponse(answer(200, started))).toMatchObject({
      class: "started",
      liveMatches: "from",
    });
    expect(classifyProbeResponse(answer(200, notFound)).class).toBe("not_found");
    expect(classifyProbeResponse(timeout).class).toBe("unknown");
  });
});

describe("the cost of an attempt", () => {
  it("throttling spends none and says when to come back", () => {
    const verdict = classifyResponse(answer(429, "", { "retry-after": "7" }));
    expect(verdict).toMatchObject({ class: "not_executed", throttled: true, retryAfterSeconds: 7 });
  });
  it("a refused connection is no throttling", () => {
    const verdict = classifyResponse({ kind: "error", code: "ECONNREFUSED", phase: "before_send" });
    expect(verdict).toMatchObject({ class: "not_executed", throttled: false, retryAfterSeconds: null });
  });
  it.each(["CLIENT_BUSY", "NOT_CONFIRMED"])("%s is our own doing and spends no attempt", (code) => {
    const verdict = classifyResponse({ kind: "error", code, phase: "before_send" });
    expect(verdict).toMatchObject({ class: "not_executed", throttled: true });
  });
});
