import { assert, bigInt, integer, property, tuple } from "fast-check";
import { describe, expect, test } from "vitest";
import { add, compareDecimals, percentMove, subtract, toCents } from "./decimal";

const decimal = tuple(bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), integer({ min: 0, max: 6 })).map(
  ([digits, places]) => {
    const sign = digits < 0n ? "-" : "";
    const text = (digits < 0n ? -digits : digits).toString().padStart(places + 1, "0");
    return places === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -places)}.${text.slice(-places)}`;
  },
);

describe("subtract", () => {
  test.each([
    ["1.48", "1.42", "0.06"],
    ["0.3", "0.1", "0.2"],
    ["1", "1.000", "0"],
    ["100000000000000000000.01", "0.01", "100000000000000000000"],
    ["-1", "1", "-2"],
  ])("%s − %s = %s, exactly", (a, b, result) => {
    expect(subtract(a, b)).toBe(result);
  });
  test("nothing where either is missing or no decimal", () => {
    for (const bad of [null, undefined, "", "a lot", "1,000", "NaN", "Infinity"]) {
      expect(subtract(bad, "1")).toBeNull();
      expect(subtract("1", bad)).toBeNull();
    }
  });
  test("turned around it only changes its sign", () => {
    assert(
      property(
        decimal,
        decimal,
        (a, b) => compareDecimals(subtract(a, b), subtract("0", subtract(b, a))) === 0,
      ),
    );
  });
});

test("a sum is exact, and nothing where a part of it is missing", () => {
  expect(add("0.1", "0.2")).toBe("0.3");
  expect(add("360", "-150")).toBe("210");
  expect(add(null, "1")).toBeNull();
  expect(add("1", "x")).toBeNull();
});

describe("toCents", () => {
  test.each([
    ["0.06", "9000", 54_000],
    ["0.005", "1", 1],
    ["-0.005", "1", -1],
    ["0.0049", "1", 1],
    ["-0.0001", "1", -1],
    ["0", "1", 0],
    ["12.8", "78.125", 100_000],
    ["1.005", "100", 10_050],
  ])("%s × %s is %i cents", (value, factor, cents) => {
    expect(toCents(value, factor)).toBe(cents);
  });
  test("without a factor it is the amount itself", () => {
    expect(toCents("1.42")).toBe(142);
  });
  test("nothing for what is missing or no decimal", () => {
    expect(toCents("1", null)).toBeNull();
    expect(toCents(undefined)).toBeNull();
    expect(toCents("a lot")).toBeNull();
  });
  test("an amount too large to be counted exactly is the largest amount, never nothing", () => {
    expect(toCents("90071992547409.91")).toBe(Number.MAX_SAFE_INTEGER);
    expect(toCents("90071992547409.92")).toBe(Number.MAX_SAFE_INTEGER);
    expect(toCents("1e30")).toBe(Number.MAX_SAFE_INTEGER);
    expect(toCents("-1e400", "1e400")).toBe(-Number.MAX_SAFE_INTEGER);
  });
  test("is never less than the exact product, and by less than a cent more", () => {
    assert(
      property(
        integer({ min: -1e6, max: 1e6 }),
        integer({ min: -1e5, max: 1e5 }),
        (thousandths, quantity) => {
          const cents = toCents((thousandths / 1000).toFixed(3), String(quantity))!;
          const more = Math.abs(cents * 10) - Math.abs(thousandths * quantity);
          return more >= 0 && more < 10;
        },
      ),
    );
  });
});

describe("percentMove", () => {
  test.each([
    ["1.491", "1.42", "5"],
    ["1.349", "1.42", "-5"],
    ["1.4909", "1.42", "4.993"],
    ["1.48", "1.42", "4.2254"],
    ["2", "-1", "300"],
    ["1", "1", "0"],
  ])("to %s from %s is %s percent", (to, base, percent) => {
    expect(percentMove(to, base)).toBe(percent);
  });
  test("nothing from zero, and from what is missing", () => {
    expect(percentMove("1", "0")).toBeNull();
    expect(percentMove("1", null)).toBeNull();
    expect(percentMove(null, "1")).toBeNull();
  });
});

test("decimals compare by value, not by spelling", () => {
  expect(compareDecimals("1.480", "1.48")).toBe(0);
  expect(compareDecimals("10", "9")).toBe(1);
  expect(compareDecimals("-10", "9")).toBe(-1);
  expect(compareDecimals("ten", "9")).toBeNull();
});
