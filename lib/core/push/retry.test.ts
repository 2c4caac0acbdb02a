import { describe, expect, test } from "vitest";
import { PUSH_ATTEMPTS_MAX, RECONCILE_ROUNDS_MAX, nextAttemptDelayMs, throttleDelayMs } from "./retry";

describe("three attempts", () => {
  test("wait 5 s after the first failure, 30 s after the second, and then there is none", () => {
    expect(PUSH_ATTEMPTS_MAX).toBe(3);
    expect([1, 2, 3, 4].map((failed) => nextAttemptDelayMs(failed, 0))).toEqual([5_000, 30_000, null, null]);
  });
  test("jitter only ever adds, and less than a fifth", () => {
    for (const failed of [1, 2]) {
      const base = nextAttemptDelayMs(failed, 0)!;
      for (const random of [0, 0.1, 0.5, 0.999_999]) {
        const delay = nextAttemptDelayMs(failed, random)!;
        expect(delay).toBeGreaterThanOrEqual(base);
        expect(delay).toBeLessThanOrEqual(base * 1.2);
      }
    }
  });
  test("with nothing failed yet the wait is the first one", () => {
    expect(nextAttemptDelayMs(0, 0)).toBe(5_000);
  });
});

describe("throttling", () => {
  test("doubles from two seconds up to a minute and stays there", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 1_000].map((lease) => throttleDelayMs(lease, 0, null))).toEqual([
      2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000,
    ]);
    expect(throttleDelayMs(0, 0, null)).toBe(2_000);
    expect(throttleDelayMs(-3, 0, null)).toBe(2_000);
  });
  test("does as NetSuite says where it says so, but no longer than a minute", () => {
    expect(throttleDelayMs(9, 0.5, 1)).toBe(1_000);
    expect(throttleDelayMs(9, 0.5, 0)).toBe(1_000);
    expect(throttleDelayMs(1, 0, 99_999)).toBe(60_000);
  });
});

test("reconciliation revives a bounded number of times", () => {
  expect(RECONCILE_ROUNDS_MAX).toBeGreaterThan(0);
  expect(RECONCILE_ROUNDS_MAX).toBeLessThanOrEqual(10);
});
