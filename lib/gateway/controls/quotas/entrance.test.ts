import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { enter, INSIDE_MS_MAX, letNextIn, WAITING_MAX, WAITING_OF_ALL_MAX } from "./entrance";

/** Each test has a key of its own: the lines are those of the process. */

let key = "";
let count = 0;
let nowMs = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  key = `Bearer ${(count += 1)}`;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
const pass = (ms: number) => {
  nowMs += ms;
  vi.advanceTimersByTime(ms);
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Comes in under the key of the test, and says in `inside` when it is in. */
function come(name: string, inside: string[]) {
  const entered = enter(key);
  if (entered instanceof Promise)
    return entered.then((leave) => {
      inside.push(name);
      return leave;
    });
  inside.push(name);
  return entered;
}

test("the requests of one key come in one after the other, each once the one before it took its try and rested", async () => {
  const inside: string[] = [];
  for (const name of ["a", "b", "c"]) void come(name, inside);
  expect(inside).toEqual(["a"]);
  pass(20);
  letNextIn(key);
  pass(19);
  await settled();
  expect(inside).toEqual(["a"]);
  pass(1);
  await settled();
  expect(inside).toEqual(["a", "b"]);
  pass(5_000);
  letNextIn(key);
  pass(100);
  await settled();
  expect(inside).toEqual(["a", "b", "c"]);
});

test("one that ends without taking a try lets the next one in, and its own later end lets in no other", async () => {
  const inside: string[] = [];
  const leave = come("a", inside) as () => void;
  for (const name of ["b", "c"]) void come(name, inside);
  leave();
  pass(0);
  await settled();
  leave();
  pass(100);
  await settled();
  expect(inside).toEqual(["a", "b"]);
});

test("one that is held up keeps the next one waiting for so long, and no longer", async () => {
  const inside: string[] = [];
  for (const name of ["a", "b"]) void come(name, inside);
  pass(INSIDE_MS_MAX - 1);
  await settled();
  expect(inside).toEqual(["a"]);
  pass(1);
  pass(100);
  await settled();
  expect(inside).toEqual(["a", "b"]);
});

test("another key waits for none of them, and the first one after all have left comes in at once", async () => {
  const inside: string[] = [];
  const leave = come("a", inside) as () => void;
  expect(enter(`${key} of another`)).toBeTypeOf("function");
  leave();
  expect(come("b", inside)).toBeTypeOf("function");
});

test("a key has one line, however its scheme is written", async () => {
  enter(key);
  for (const scheme of ["bearer", "BEARER", "Bearer  "]) {
    const other = key.replace("Bearer", scheme);
    const entered = enter(other);
    expect(entered).toBeInstanceOf(Promise);
    letNextIn(other);
    pass(0);
    expect(await entered).toBeTypeOf("function");
  }
});

test("so many wait, and no more", () => {
  enter(key);
  for (let waiting = 0; waiting < WAITING_MAX; waiting += 1) expect(enter(key)).toBeInstanceOf(Promise);
  expect(enter(key)).toBeNull();
});

test("so many wait under all keys, and the next one comes in beside them", () => {
  const keys = Array.from({ length: 1 + WAITING_OF_ALL_MAX / WAITING_MAX }, (_, at) => `${key} ${at}`);
  for (const one of keys) enter(one);
  const entered = keys.flatMap((one) => Array.from({ length: WAITING_MAX }, () => enter(one)));
  const waiting = entered.filter((one) => one instanceof Promise);
  expect(waiting.length).toBeLessThanOrEqual(WAITING_OF_ALL_MAX);
  expect(entered.at(-1)).toBeTypeOf("function");
});
