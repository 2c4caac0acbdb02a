import { expect, test } from "vitest";
import { costWords, sumWords, usageWords } from "./cost-words";

const priced = (cost: string, currency = "USD", unpriced = 0) => ({
  cost,
  currency,
  unpriced_calls: unpriced,
});
const unpriced = (calls: number) => ({ cost: null, currency: null, unpriced_calls: calls });

test("a cost keeps all its digits, and says which calls have none", () => {
  expect(costWords(priced("3600"))).toBe("$0.0036");
  expect(costWords(priced("12000000"))).toBe("$12.00");
  expect(costWords(priced("36028797018963964"))).toBe("$36,028,797,018.963964");
  expect(costWords(priced("3600", "CHF", 1))).toBe("CHF 0.0036 and 1 call not priced");
  expect(costWords(unpriced(2))).toBe("not priced");
  expect(costWords(unpriced(0))).toBe("nothing");
});

test("sums are exact and by currency", () => {
  expect(sumWords([priced("9007199254740993"), priced("1")])).toBe("$9,007,199,254.740994");
  expect(sumWords([priced("3600"), priced("5", "EUR", 1), unpriced(2)])).toBe(
    "$0.0036 and €0.000005 and 3 calls not priced",
  );
  expect(sumWords([unpriced(0)])).toBe("nothing");
});

test("tokens are told with those of them that are cached or of reasoning", () => {
  const costs = { provider: "acme", model: "large-2", calls: 3, ...priced("1") };
  expect(
    usageWords({
      ...costs,
      input_tokens: 3_000,
      cached_tokens: 1_200,
      output_tokens: 600,
      reasoning_tokens: 0,
    }),
  ).toEqual(["3 calls", "3,000 tokens in, 1,200 of them cached", "600 out"]);
});
