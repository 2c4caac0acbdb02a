/** Tokens as the provider counted them. Cached tokens are part of the input, reasoning tokens of the output. */
export interface TokenCounts {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

export const NO_TOKENS: TokenCounts = { input: 0, cached: 0, output: 0, reasoning: 0 };

const TOKENS_MAX = 1_000_000_000;

interface Counted {
  inputTokens: number | undefined;
  outputTokens: number | undefined;
  cachedTokens: number | undefined;
  reasoningTokens: number | undefined;
}

/** As far as it makes sense: a provider's figures are input like any other. Null: it did not count input and output. */
export function tokensFrom({
  inputTokens,
  outputTokens,
  cachedTokens,
  reasoningTokens,
}: Counted): TokenCounts | null {
  if (!isCount(inputTokens) || !isCount(outputTokens)) return null;
  const part = (count: number | undefined, whole: number) => (isCount(count) ? Math.min(count, whole) : 0);
  return {
    input: inputTokens,
    cached: part(cachedTokens, inputTokens),
    output: outputTokens,
    reasoning: part(reasoningTokens, outputTokens),
  };
}

const isCount = (count: number | undefined): count is number =>
  Number.isSafeInteger(count) && count! >= 0 && count! <= TOKENS_MAX;

/** `2.5` is 2,500,000. Of a decimal with six decimals at most, and below a million. */
export function millionthsOf(decimal: string): number {
  const [whole = "", fraction = ""] = decimal.split(".");
  return Number(whole + fraction.padEnd(6, "0"));
}

/** 2,500,000 is `2.50`; at least two decimals. Exact for whole numbers of any length, also as text. */
export function textOfMillionths(millionths: number | string): string {
  const digits = String(millionths).padStart(7, "0");
  const fraction = digits.slice(-6).replace(/0{1,4}$/, "");
  return `${digits.slice(0, -6)}.${fraction}`;
}
