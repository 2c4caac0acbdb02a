import { expect, test } from "vitest";
import { millionthsOf, textOfMillionths, tokensFrom } from "./model-call";

const counted = { inputTokens: 10, outputTokens: 5, cachedTokens: undefined, reasoningTokens: undefined };

test("a provider's counts are taken as far as they make sense", () => {
  expect(tokensFrom(counted)).toEqual({ input: 10, cached: 0, output: 5, reasoning: 0 });
  expect(tokensFrom({ ...counted, cachedTokens: 4, reasoningTokens: 5 })).toEqual({
    input: 10,
    cached: 4,
    output: 5,
    reasoning: 5,
  });
  expect(tokensFrom({ ...counted, cachedTokens: 11, reasoningTokens: -1 })).toEqual({
    input: 10,
    cached: 10,
    output: 5,
    reasoning: 0,
  });
  for (const inputTokens of [undefined, Number.NaN, -1, 1.5, 1e300, 1_000_000_001])
    expect(tokensFrom({ ...counted, inputTokens }), String(inputTokens)).toBeNull();
});

test.each([
  ["0", 0, "0.00"],
  ["2.5", 2_500_000, "2.50"],
  ["0.000001", 1, "0.000001"],
  ["0.075", 75_000, "0.075"],
  ["999999.999999", 999_999_999_999, "999999.999999"],
])("%s is %i millionths, and back", (decimal, millionths, text) => {
  expect(millionthsOf(decimal)).toBe(millionths);
  expect(textOfMillionths(millionths)).toBe(text);
});

test("millionths beyond what a number holds keep every digit", () => {
  expect(textOfMillionths("123456789012345678901234")).toBe("123456789012345678.901234");
});
