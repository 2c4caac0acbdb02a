import { expect, test } from "vitest";
import { bodiesUnderWay } from "./bodies-under-way";

const MB = 1024 * 1024;

/** Bodies that note their end in `gone`, and a clock that the test moves. */
function room(costMax: number) {
  const clock = { ms: 0 };
  const bodies = bodiesUnderWay(costMax, () => clock.ms);
  const gone: string[] = [];
  const begin = (name: string, bytes: number) => {
    const body = bodies.begin(() => gone.push(name));
    return { body, cost: bodies.grow(body, bytes) };
  };
  return { clock, bodies, gone, begin };
}

test("of bodies that need more room than there is, the one that has held the most for the longest gives way", () => {
  const { clock, gone, begin } = room(8 * MB);
  begin("old and small", 1_000);
  begin("old and large", 3 * MB);
  clock.ms = 10_000;
  begin("young and large", 3 * MB);
  clock.ms = 10_001;
  begin("newest", 3 * MB);
  expect(gone).toEqual(["old and large"]);
});

test("a body alone that needs more than all the room gives way itself, once", () => {
  const { bodies, gone, begin } = room(MB);
  const { body } = begin("it", 2 * MB);
  bodies.grow(body, 2 * MB);
  expect(gone).toEqual(["it"]);
});

test("bodies of which nothing has come need room too: the oldest ones give way", () => {
  const { clock, gone, begin } = room(MB);
  for (let count = 1; count <= 100; count += 1) {
    clock.ms = count;
    begin(String(count), 0);
  }
  expect(gone.length).toBeGreaterThan(30);
  expect(gone).toEqual(gone.map((_, index) => String(index + 1)));
});

test("what has ended leaves its room to others", () => {
  const { bodies, gone, begin } = room(4 * MB);
  for (let count = 0; count < 10; count += 1) bodies.end(begin("ended", 3 * MB).body);
  begin("one more", 3 * MB);
  expect(gone).toEqual([]);
});

test("a body in many small parts costs far more than its bytes", () => {
  const { bodies, begin } = room(64 * MB);
  const { body, cost } = begin("it", 1);
  let whole = cost;
  for (let count = 0; count < 999; count += 1) whole = bodies.grow(body, 1);
  expect(whole).toBeGreaterThan(200_000);
});
