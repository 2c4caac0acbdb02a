import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inBursts } from "./in-bursts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first of a burst works at once, all others together, and the last is never forgotten", () => {
  let worked = 0;
  const burst = inBursts({ everyMs: 1_000 }, () => worked++);
  burst.add();
  expect(worked).toBe(1);
  for (let added = 0; added < 50; added++) burst.add();
  expect(worked).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(worked).toBe(2);
  vi.advanceTimersByTime(5_000);
  expect(worked).toBe(2);
  burst.add();
  expect(worked).toBe(3);
  burst.stop();
});

test("where something is added all the time it works ever more rarely, up to a limit, and at once again after a rest", () => {
  const workedAt: number[] = [];
  const began = Date.now();
  const burst = inBursts({ everyMs: 1_000, mostMs: 5_000 }, () => workedAt.push(Date.now() - began));
  for (let ms = 0; ms <= 22_000; ms += 100) {
    burst.add();
    vi.advanceTimersByTime(100);
  }
  expect(workedAt).toEqual([0, 1_000, 3_000, 7_000, 12_000, 17_000, 22_000]);
  vi.advanceTimersByTime(20_000);
  const rested = workedAt.length;
  burst.add();
  expect(workedAt).toHaveLength(rested + 1);
  burst.stop();
});

test("once it is stopped nothing that is added works", () => {
  let worked = 0;
  const burst = inBursts({ everyMs: 1_000 }, () => worked++);
  burst.add();
  burst.add();
  burst.stop();
  vi.advanceTimersByTime(5_000);
  burst.add();
  expect(worked).toBe(1);
});
