import { expect, test } from "vitest";
import { createBatcher } from "./batcher";
import { createBarrier } from "../testing/harness";

test("items that arrive while a batch is under way go together in the next, up to the limit", async () => {
  const gate = createBarrier();
  const batches: number[][] = [];
  const batcher = createBatcher<number, number>(async (items) => {
    batches.push(items);
    if (batches.length === 1) await gate.pass();
    return items.map((item) => item * 10);
  }, 3);
  const first = batcher.add(1);
  await gate.reached;
  const rest = [2, 3, 4, 5].map((item) => batcher.add(item));
  gate.open();
  expect(await Promise.all([first, ...rest])).toEqual([10, 20, 30, 40, 50]);
  expect(batches).toEqual([[1], [2, 3, 4], [5]]);
  expect(await batcher.add(6)).toBe(60);
});

test("a batch that fails fails its own items, and the next goes on", async () => {
  const batcher = createBatcher<number, number>(async (items) => {
    if (items.includes(1)) throw new Error("no");
    return items;
  }, 10);
  const failed = batcher.add(1);
  const fine = batcher.add(2);
  await expect(failed).rejects.toThrow("no");
  expect(await fine).toBe(2);
});
