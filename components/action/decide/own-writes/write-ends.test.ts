import { expect, test } from "vitest";
import { countEnds, endOf } from "./write-ends";

test("a write is on its way until its action has ended or its push is dead", () => {
  expect(endOf(undefined)).toBe("writing");
  expect(endOf({ status: "pending", push: null })).toBe("writing");
  for (const status of ["queued", "pushing", "unknown"] as const)
    expect(endOf({ status: "approved", push: { status } })).toBe("writing");
  expect(endOf({ status: "approved", push: { status: "dead" } })).toBe("dead");
  expect(endOf({ status: "applied", push: { status: "applied" } })).toBe("applied");
  expect(endOf({ status: "stale", push: { status: "stale" } })).toBe("stale");
  expect(endOf({ status: "cancelled", push: { status: "cancelled" } })).toBe("other");
});

test("each end is counted once for each action", () => {
  const stale = { status: "stale", push: { status: "stale" } } as const;
  expect(countEnds([undefined, stale, undefined])).toEqual({
    writing: 2,
    applied: 0,
    stale: 1,
    dead: 0,
    other: 0,
  });
});
