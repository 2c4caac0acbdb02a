import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import { startTimeLimit } from "./time-limit";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Resolves once the signal aborts, and holds nothing of it. */
const endOf = ({ signal }: { signal: AbortSignal }) =>
  new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));

test("a time limit ends though garbage was collected meanwhile", async () => {
  const ended = endOf(startTimeLimit(50, new AbortController().signal));
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  await ended;
});

test("it ends at once where the lease is lost", async () => {
  const lost = new AbortController();
  const { signal, cancel } = startTimeLimit(60_000, lost.signal);
  lost.abort();
  cancel();
  expect(signal.aborted).toBe(true);
});

test("one of months does not end at once", () => {
  const timers = vi.spyOn(globalThis, "setTimeout");
  const { cancel } = startTimeLimit(60 * 86_400_000, new AbortController().signal);
  cancel();
  // Node makes a millisecond of whatever is longer.
  expect(timers.mock.calls.map(([, delay]) => delay)).toEqual([2 ** 31 - 1]);
  timers.mockRestore();
});

test("one that was cancelled leaves no timer behind", () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const before = timers();
  const { cancel } = startTimeLimit(60_000, new AbortController().signal);
  expect(timers()).toBe(before + 1);
  cancel();
  expect(timers()).toBe(before);
});

test("it ends at once where the lease was lost before it began", () => {
  const { signal, cancel } = startTimeLimit(60_000, AbortSignal.abort());
  cancel();
  expect(signal.aborted).toBe(true);
});
