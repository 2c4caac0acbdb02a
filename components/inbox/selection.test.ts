import { expect, test } from "vitest";
import { settledAt, type Selection } from "./selection";

const at = (selection: Partial<Selection>): Selection => ({
  openId: null,
  selected: null,
  came: "reader",
  pathId: null,
  addressed: null,
  written: [],
  ...selection,
});
const selecting = (id: number) => ({ pathId: null, addressed: id });

test("an address that the page wrote and that comes back late does not take the reader back", () => {
  const walkedOn = at({ selected: 3, addressed: 1, written: [selecting(2)] });
  expect(settledAt(walkedOn, selecting(2))).toEqual(at({ selected: 3, addressed: 2 }));
});

test("of two written addresses each may come back, or the later one alone", () => {
  const walked = at({ selected: 3, addressed: 1, written: [selecting(2), selecting(3)] });
  const first = settledAt(walked, selecting(2));
  expect(first).toEqual(at({ selected: 3, addressed: 2, written: [selecting(3)] }));
  expect(settledAt(first, selecting(3))).toEqual(at({ selected: 3, addressed: 3 }));
  expect(settledAt(walked, selecting(3))).toEqual(at({ selected: 3, addressed: 3 }));
});

test("a link or the back button chooses what it names", () => {
  const walked = at({ selected: 3, came: "followed", addressed: 3 });
  expect(settledAt(walked, selecting(2))).toEqual(at({ selected: 2, addressed: 2 }));
  expect(settledAt(walked, { pathId: 7, addressed: null })).toEqual(at({ openId: 7, pathId: 7 }));
});

test("an address that was written where the page stands already chooses nothing later", () => {
  const again = settledAt(at({ selected: 3, addressed: 3, written: [selecting(3)] }), selecting(3));
  expect(again.written).toEqual([]);
  expect(settledAt(again, selecting(3))).toBe(again);
});
