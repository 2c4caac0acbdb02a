import { expect, test } from "vitest";
import type { Gateway } from "./context";
import { shortLivedCache } from "./short-lived-cache";

let nowMs = 1_000_000;
const gateway = { database: {}, clock: { now: () => new Date(nowMs) } } as Gateway;

test("a value is read once in its time, also where it is null", async () => {
  const kept = shortLivedCache<number | null>("limits", 1_000);
  for (const value of [7, null]) {
    let reads = 0;
    const get = () =>
      kept.get(String(value), gateway, async () => {
        reads += 1;
        return value;
      });
    expect([await get(), await get(), reads]).toEqual([value, value, 1]);
    nowMs += 1_000;
    expect([await get(), reads]).toEqual([value, 2]);
    // A clock that was set back would keep it for longer.
    nowMs -= 1;
    expect([await get(), reads]).toEqual([value, 3]);
    kept.forget(String(value), gateway);
    expect([await get(), reads]).toEqual([value, 4]);
  }
});
