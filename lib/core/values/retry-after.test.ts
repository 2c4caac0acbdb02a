import { expect, test } from "vitest";
import { readRetryAfter } from "./retry-after";

const now = new Date("2026-11-27T12:00:00Z");

test.each([
  [undefined, null],
  ["", null],
  ["soon", null],
  ["-5", null],
  ["1.5", null],
  ["1e3", null],
  ["0", 0],
  [" 120 ", 120],
  ["9999999999", 86_400],
  ["Fri, 27 Nov 2026 12:10:00 GMT", 600],
  ["Fri, 27 Nov 2026 11:00:00 GMT", 0],
  ["Fri, 27 Nov 2099 12:00:00 GMT", 86_400],
  ["Fri, 99 Nov 2026 12:10:00 GMT", null],
  ["2026-11-27T12:10:00Z", null],
])("Retry-After %j asks for %s seconds", (header, seconds) => {
  expect(readRetryAfter(header, now)).toBe(seconds);
});

test("a date says nothing without a clock", () => {
  expect(readRetryAfter("Fri, 27 Nov 2026 12:10:00 GMT")).toBeNull();
  expect(readRetryAfter("120")).toBe(120);
});
