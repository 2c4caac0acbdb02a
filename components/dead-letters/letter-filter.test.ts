import { expect, test } from "vitest";
import { parseLetterFilter } from "./letter-filter";

const filterOf = (address: string) => {
  const params = new URLSearchParams(address);
  return parseLetterFilter((name) => params.get(name));
};

test("an address filters by a code that could stand on a letter", () => {
  expect(filterOf("tab=replayed&cause=PERIOD_CLOSED")).toEqual({ replayed: true, cause: "PERIOD_CLOSED" });
  expect(filterOf("cause=http-503")).toEqual({ replayed: false, cause: "http-503" });
});

test("a text that no letter's code can be filters nothing and never reaches the database", () => {
  for (const cause of ["", "%00", "A%00B", "%ED%A0%80", "two+words", "x".repeat(101)]) {
    expect(filterOf(`cause=${cause}`), cause).toEqual({ replayed: false, cause: null });
  }
});
