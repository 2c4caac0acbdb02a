import { describe, expect, test } from "vitest";
import type { SendResult } from "@/lib/outbound/sender";
import { ATTEMPT_WAITS_SECONDS, type AttemptEnd, nextAttempt } from "./attempts";

const now = new Date("2026-11-27T12:00:00Z");
const answered = (status: number, retryAfter?: string): SendResult => ({
  kind: "answered",
  status,
  headers: retryAfter === undefined ? {} : { "retry-after": retryAfter },
  body: new Uint8Array(),
  bodyState: "whole",
  ms: 5,
});
const notSent: SendResult = { kind: "not_sent", stage: "connect", code: "ECONNREFUSED", ms: 5 };
const unknown: SendResult = { kind: "unknown", reason: "timeout", code: "TIMEOUT", status: null, ms: 5 };
const nextAfter = (result: SendResult, more: Partial<AttemptEnd> = {}) =>
  nextAttempt({ result, attempts: 1, now, chance: 0, ...more });
/** Seconds until the next attempt; null where there is none. */
const waitAfter = (result: SendResult, more: Partial<AttemptEnd> = {}) => {
  const next = nextAfter(result, more);
  return next.kind === "send_again" ? (next.at.getTime() - now.getTime()) / 1_000 : null;
};

test("attempts come at once, after 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, and then no more", () => {
  expect(ATTEMPT_WAITS_SECONDS[0]).toBe(0);
  const waits = Array.from({ length: 10 }, (_, index) => waitAfter(notSent, { attempts: index + 1 }));
  const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * 3_600);
  expect(waits).toEqual([5, 300, 1_800, ...hours, null]);
  expect(nextAfter(notSent, { attempts: 10 })).toEqual({ kind: "give_up", reason: "attempts" });
  expect(nextAfter(notSent, { attempts: 11 })).toEqual({ kind: "give_up", reason: "attempts" });
});

test("jitter lengthens a wait by up to a tenth and shortens none", () => {
  expect(waitAfter(notSent, { attempts: 4, chance: 0.5 })).toBe(7_200 * 1.05);
  expect(waitAfter(notSent, { attempts: 4, chance: 0.999 })).toBeLessThan(7_200 * 1.1);
});

describe("a result", () => {
  test.each([200, 201, 202, 204, 299])("answered by %i is delivered", (status) => {
    expect(nextAfter(answered(status))).toEqual({ kind: "delivered" });
  });
  test.each([100, 199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 422, 429, 500, 502, 503, 504])(
    "answered by %i is sent again",
    (status) => {
      expect(nextAfter(answered(status))).toMatchObject({ kind: "send_again" });
    },
  );
  test("answered by 410 disables the endpoint, at the last attempt too", () => {
    expect(nextAfter(answered(410, "5"))).toEqual({ kind: "disable_endpoint" });
    expect(nextAfter(answered(410), { attempts: 10 })).toEqual({ kind: "disable_endpoint" });
  });
  test("of a truncated answer counts as its status says", () => {
    expect(nextAfter({ ...answered(200), bodyState: "truncated" } as SendResult)).toEqual({
      kind: "delivered",
    });
  });
  test("that was not sent, or is unknown, is sent again", () => {
    expect(waitAfter(notSent)).toBe(5);
    expect(waitAfter(unknown)).toBe(5);
    expect(waitAfter({ ...unknown, status: 200 })).toBe(5);
  });
  test("that a rule refused is never sent again", () => {
    expect(nextAfter({ kind: "refused", rule: "address_not_public" })).toEqual({
      kind: "give_up",
      reason: "refused",
    });
  });
});

describe("Retry-After", () => {
  test.each<[string, number]>([
    ["120", 120],
    [" 120 ", 120],
    ["0", 5],
    ["4", 5],
    ["86400", 86_400],
    ["86401", 86_400],
    ["9999999999", 86_400],
    ["99999999999999999999", 5],
    ["-60", 5],
    ["1.5e3", 5],
    ["soon", 5],
    ["", 5],
    ["Fri, 27 Nov 2026 12:10:00 GMT", 600],
    ["Fri, 27 Nov 2026 11:00:00 GMT", 5],
    ["Fri, 27 Nov 2099 12:00:00 GMT", 86_400],
    ["Fri, 99 Nov 2026 12:10:00 GMT", 5],
    ["2026-11-27T12:10:00Z", 5],
  ])("of %j waits for %i seconds", (text, seconds) => {
    expect(waitAfter(answered(503, text))).toBe(seconds);
  });
  test("shortens no wait, and lengthens no series of attempts", () => {
    expect(waitAfter(answered(429, "60"), { attempts: 3 })).toBe(1_800);
    expect(waitAfter(answered(429, "60"), { attempts: 10 })).toBeNull();
  });
});
