import { expect, onTestFinished, test, vi } from "vitest";
import { formatCents, formatMoney, formatQuantity } from "./money";

test.each([
  ["1.42", "$1.42"],
  ["1.5", "$1.50"],
  ["1234.5", "$1,234.50"],
  ["0.0325", "$0.0325"],
  ["-12", "-$12.00"],
  ["0", "$0.00"],
  ["900719925474099.25", "$900,719,925,474,099.25"],
  ["1.00000049", "$1.00000049"],
  ["0.000000000000000000000000000001", "$0.000000000000000000000000000001"],
  ["123456789012345678901.05", "$123,456,789,012,345,678,901.05"],
])("an amount of %s reads %s: no digit is lost and cents are always shown", (amount, text) => {
  expect(formatMoney(amount, "USD")).toBe(text);
});

test.each([
  [54_000, "$540"],
  [54_025, "$540.25"],
  [-150, "-$1.50"],
  [0, "$0"],
  [5, "$0.05"],
])("%i cents read %s", (cents, text) => {
  expect(formatCents(cents, "USD")).toBe(text);
});

test("another currency says which it is", () => {
  expect(formatMoney("1.42", "EUR")).toBe("€1.42");
  expect(formatCents(100, "CAD")).toBe("CA$1");
});

test.each([
  ["1904", "1,904"],
  ["78.125", "78.125"],
  ["-150", "−150"],
  ["0.00000000049", "0.00000000049"],
  ["12345678901234567890.5", "12,345,678,901,234,567,890.5"],
])("a quantity of %s reads %s", (quantity, text) => {
  expect(formatQuantity(quantity)).toBe(text);
});

test("no more formats are kept than currencies in use: any three letters are one, and others choose them", () => {
  let made = 0;
  class Counted extends Intl.NumberFormat {
    constructor(...given: ConstructorParameters<typeof Intl.NumberFormat>) {
      super(...given);
      made += 1;
    }
  }
  vi.stubGlobal("Intl", { NumberFormat: Counted });
  onTestFinished(() => void vi.unstubAllGlobals());
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const currencies = letters.flatMap((one) => letters.map((other) => `Q${one}${other}`));
  for (const currency of currencies) formatMoney("1", currency);
  expect(made).toBe(currencies.length);
  formatMoney("1", currencies[0]!);
  expect(made).toBe(currencies.length + 1);
  formatMoney("1", currencies.at(-1)!);
  expect(made).toBe(currencies.length + 1);
});
