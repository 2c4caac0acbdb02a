import { expect, test } from "vitest";
import { pictureNote } from "./picture-note";

test("a step's note in the picture says what it calls, and is cut where there is no more room", () => {
  const step = { tool_name: "transform", kind: "single" as const, on_error: false };
  expect(pictureNote(step)).toBe("transform");
  expect(pictureNote({ ...step, kind: "list" })).toBe("each: transform");
  expect(pictureNote({ ...step, on_error: true })).toBe("on error: transform");
  expect(pictureNote({ ...step, kind: "list", tool_name: "netsuite.propose" })).toBe("each: netsuite.propo…");
});
