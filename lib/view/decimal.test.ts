import { describe, expect, it } from "vitest";
import { formatCents, formatDelta, formatMoney, formatPercent, formatQuantity } from "./decimal";

describe("figures on screen", () => {
  it("keeps every digit of a price and groups its thousands", () => {
    expect(formatMoney("1234567.8951")).toBe("$1,234,567.8951");
    expect(formatMoney("0.1")).toBe("$0.10");
    expect(formatMoney("12", "CHF")).toBe("CHF 12.00");
  });

  it("does not round what a float would", () => {
    expect(formatMoney("9007199254740993.01")).toBe("$9,007,199,254,740,993.01");
  });

  it("shows text that is no decimal as it is", () => {
    expect(formatMoney("call me")).toBe("call me");
    expect(formatQuantity("1e5")).toBe("1e5");
  });

  it("puts a sign on every difference", () => {
    expect(formatDelta("0.06", "money")).toBe("+$0.06");
    expect(formatDelta("-412", "quantity")).toBe("−412");
    expect(formatDelta("0.00", "money")).toBe("±$0.00");
  });

  it("rounds percentages half up, over the next whole number too", () => {
    expect(formatPercent("4.2254", { signed: true })).toBe("+4.2 %");
    expect(formatPercent("4.95")).toBe("5 %");
    expect(formatPercent("-99.96")).toBe("−100 %");
    expect(formatPercent("0.04")).toBe("0 %");
  });

  it("reads integer cents", () => {
    expect(formatCents(54_000, "USD", { signed: true, short: true })).toBe("+$540");
    expect(formatCents(-5)).toBe("−$0.05");
    expect(formatCents("100000", "USD", { short: true })).toBe("$1,000");
  });
});
