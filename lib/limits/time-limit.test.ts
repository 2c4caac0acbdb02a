import { expect, test } from "vitest";
import { TimeLimitError, withinTimeLimit } from "./time-limit";

/** The result of `work`, and after how long. */
function timed(work: () => unknown) {
  const startedAt = performance.now();
  let thrown: unknown = null;
  try {
    withinTimeLimit(work, 100);
  } catch (error) {
    thrown = error;
  }
  return { thrown, ms: performance.now() - startedAt };
}

test.each([
  [
    "a loop without an end",
    () => {
      for (;;);
    },
  ],
  [
    "a regular expression whose work doubles with each character",
    () => /^([A-Z0-9]+-?)+$/.test(`${"A".repeat(200)}!`),
  ],
  [
    "a search of a list for each of its elements",
    () => {
      const list = Array.from({ length: 100_000 }, (_, index) => `name ${index}`);
      return list.filter((name) => list.includes(`${name}!`));
    },
  ],
])("%s is interrupted", (_name, work) => {
  const { thrown, ms } = timed(work);
  expect(thrown).toBeInstanceOf(TimeLimitError);
  expect((thrown as Error).message).toBe("it takes longer than 100 ms");
  expect(ms).toBeLessThan(5_000);
});
test("what ends in time gives its value or its own error, also after an interruption and within other work", () => {
  timed(() => {
    for (;;);
  });
  expect(withinTimeLimit(() => withinTimeLimit(() => 7))).toBe(7);
  const fault = new TypeError("its own");
  expect(
    timed(() => {
      throw fault;
    }).thrown,
  ).toBe(fault);
  expect(withinTimeLimit(() => ({ a: [1] }))).toEqual({ a: [1] });
});

test("work that a busy machine kept from the processor is done again", () => {
  const nobody = new Int32Array(new SharedArrayBuffer(4));
  let tries = 0;
  const work = () => {
    tries += 1;
    if (tries < 3) Atomics.wait(nobody, 0, 0, 2_000);
    return "done";
  };
  expect(withinTimeLimit(work, 100)).toBe("done");
  expect(tries).toBe(3);
});
