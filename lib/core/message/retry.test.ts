import { expect, test } from "vitest";
import { healthOf } from "./channel-health";
import { nextAttemptAt } from "./retry";

const now = new Date("2026-11-28T08:00:00Z");
const seconds = (attempts: number, retryAfterSeconds: number | null = null, chance = 0) => {
  const at = nextAttemptAt({ attempts, retryAfterSeconds, now, chance });
  return at && (at.getTime() - now.getTime()) / 1_000;
};

test("waits grow to half an hour, spread by a tenth, and end after more than a day", () => {
  expect([1, 2, 3, 4, 5, 6, 7].map((attempts) => seconds(attempts))).toEqual([
    5, 30, 120, 300, 600, 1_800, 1_800,
  ]);
  expect(seconds(6, null, 0.5)).toBe(1_890);
  expect(seconds(59)).toBe(1_800);
  expect(seconds(60)).toBeNull();
});
test("the provider's wait counts where it is longer, for a day at most", () => {
  expect([seconds(1, 900), seconds(6, 1), seconds(1, 10_000_000)]).toEqual([900, 1_800, 86_400]);
});
test("a channel fails above 5 % of its attempts, and not by one or two of them", () => {
  const of = (sent: number, failed: number) => healthOf({ sent, failed });
  expect([of(0, 0), of(0, 2), of(57, 3), of(56, 3), of(0, 3)]).toEqual([
    "ok",
    "ok",
    "ok",
    "failing",
    "failing",
  ]);
});
