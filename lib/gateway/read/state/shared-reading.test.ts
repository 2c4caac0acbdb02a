import { expect, test } from "vitest";
import { sharedReading } from "./shared-reading";

/** A reading that the test ends, counted, under a clock of its own. */
function countedReading() {
  let nowMs = Date.parse("2026-11-22T12:00:00Z");
  const waiting: ((answer: string) => void)[] = [];
  let begun = 0;
  const ask = sharedReading({
    read: () => {
      begun += 1;
      return new Promise<string>((resolve) => void waiting.push(resolve));
    },
    freshMs: 1_000,
    clock: { now: () => new Date(nowMs) },
  });
  const end = (answer: string) => waiting.shift()!(answer);
  return { ask, end, begun: () => begun, pass: (ms: number) => void (nowMs += ms) };
}

test("one reading answers all who ask while it is under way", async () => {
  const { ask, end, begun } = countedReading();
  const answers = Promise.all(Array.from({ length: 200 }, ask));
  end("first");
  expect(new Set(await answers)).toEqual(new Set(["first"]));
  expect(begun()).toBe(1);
});

test("a reading answers for one second from its beginning, and never longer", async () => {
  const { ask, end, begun, pass } = countedReading();
  const first = ask();
  end("first");
  await first;
  pass(999);
  expect(await ask()).toBe("first");
  pass(1);
  const second = ask();
  end("second");
  expect(await second).toBe("second");
  expect(begun()).toBe(2);
});

test("a reading that took longer than it counts for answers those who waited, and nobody after it", async () => {
  const { ask, end, begun, pass } = countedReading();
  const first = ask();
  pass(5_000);
  const joined = ask();
  end("slow");
  expect(await Promise.all([first, joined])).toEqual(["slow", "slow"]);
  const next = ask();
  end("next");
  expect(await next).toBe("next");
  expect(begun()).toBe(2);
});

test("a reading that fails is not kept", async () => {
  let isUp = false;
  const ask = sharedReading({
    read: () => (isUp ? Promise.resolve("up") : Promise.reject(new Error("down"))),
    freshMs: 1_000,
    clock: { now: () => new Date(0) },
  });
  await expect(ask()).rejects.toThrow("down");
  isUp = true;
  expect(await ask()).toBe("up");
});
