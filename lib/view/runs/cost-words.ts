import type { ModelCostsView } from "@/lib/contract/workflows/models";
import { textOfMillionths } from "@/lib/core/run/model-call";
import { formatCount, formatMoney } from "@/lib/view/decimal";
import { countWords } from "@/lib/view/words";

/** The costs of a run's models, in words. */

type Cost = Pick<ModelCostsView, "cost" | "currency" | "unpriced_calls">;

/** `$0.0036`, `$0.0036 and 1 call not priced`, `not priced`. */
export function costWords({ cost, currency, unpriced_calls: unpriced }: Cost): string {
  if (cost === null || currency === null) return unpriced > 0 ? "not priced" : "nothing";
  const money = formatMoney(textOfMillionths(cost), currency);
  return unpriced > 0 ? `${money} and ${countWords(unpriced, "call")} not priced` : money;
}

/** The cost of all models together, by currency. */
export function sumWords(costs: readonly Cost[]): string {
  const sums = new Map<string, bigint>();
  for (const { cost, currency } of costs)
    if (cost !== null && currency !== null) sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(cost));
  const unpriced = costs.reduce((sum, { unpriced_calls: calls }) => sum + calls, 0);
  const parts = [...sums].map(([currency, sum]) => formatMoney(textOfMillionths(String(sum)), currency));
  if (unpriced > 0) parts.push(`${countWords(unpriced, "call")} not priced`);
  return parts.length > 0 ? parts.join(" and ") : "nothing";
}

/** `3 calls`, `3,000 tokens in, 1,200 of them cached`, `600 out, 150 of them reasoning`. */
export function usageWords(costs: ModelCostsView): string[] {
  const part = (count: number, words: string) =>
    count > 0 ? `, ${formatCount(count)} of them ${words}` : "";
  return [
    countWords(costs.calls, "call"),
    `${formatCount(costs.input_tokens)} tokens in${part(costs.cached_tokens, "cached")}`,
    `${formatCount(costs.output_tokens)} out${part(costs.reasoning_tokens, "reasoning")}`,
  ];
}
