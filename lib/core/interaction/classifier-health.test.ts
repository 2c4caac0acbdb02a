import { expect, test } from "vitest";
import { classifierHealthOf } from "./classifier-health";

test.each([
  [0, 0, "ok"],
  [2, 2, "ok"],
  [3, 3, "failing"],
  [30, 3, "ok"],
  [29, 3, "failing"],
  [100, 10, "ok"],
  [100, 11, "failing"],
])("of %i replies %i failed: %s", (asked, failed, health) => {
  expect(classifierHealthOf({ asked, failed })).toBe(health);
});
