import { expect, test } from "vitest";
import { PRESETS, presetOfKey } from "./preset-keys";

test("each digit chooses its preset, and another one after it", () => {
  expect(PRESETS.map((_, index) => presetOfKey(String(index + 1), ""))).toEqual(PRESETS);
  expect(presetOfKey("2", PRESETS[0]!)).toBe(PRESETS[1]);
});

test("a digit within one's own words is text, and so is one without a preset", () => {
  expect(presetOfKey("1", "They ordered ")).toBeNull();
  expect(presetOfKey("1", " ")).toBeNull();
  for (const key of ["0", "6", "9", "a", "Enter", "F1"]) expect(presetOfKey(key, ""), key).toBeNull();
});
