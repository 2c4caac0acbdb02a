import { expect, test } from "vitest";
import { type PressObstacles, whyNotPressed } from "./press-meaning";

const open: PressObstacles = { held: null, whyNot: null, unread: null, rejects: true };

test("a press decides what is open to be decided", () => {
  expect(whyNotPressed("approve", open)).toBeNull();
  expect(whyNotPressed("reject", open)).toBeNull();
});

test("a decision on its way holds both, and its words come before any other", () => {
  const held = { ...open, held: "Sending your approval…", whyNot: "A switch is engaged." };
  expect(whyNotPressed("approve", held)).toBe("Sending your approval…");
  expect(whyNotPressed("reject", held)).toBe("Sending your approval…");
});

test("every reason against an approval is said, and none of them keeps a rejection", () => {
  for (const why of [{ whyNot: "A switch is engaged." }, { unread: "Read the note to its end first." }]) {
    expect(whyNotPressed("approve", { ...open, ...why })).toBe(Object.values(why)[0]);
    expect(whyNotPressed("reject", { ...open, ...why })).toBeNull();
  }
});

test("whoever may not reject is told why", () => {
  expect(whyNotPressed("reject", { ...open, rejects: false, whyNot: "You are new here." })).toBe(
    "You are new here.",
  );
  expect(whyNotPressed("reject", { ...open, rejects: false })).toBe("This action cannot be rejected.");
});
