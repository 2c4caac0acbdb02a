import { z } from "zod";

/** The cost of models: prices, as administrators set them, and the sums of a run. */

const tokens = (words: string) => z.int().describe(words);

export const modelCostsSchema = z.object({
  provider: z.string(),
  model: z.string(),
  calls: z.int().describe("Without those that never arrived, or were turned away unread."),
  input_tokens: tokens("Cached ones included."),
  cached_tokens: z.int(),
  output_tokens: tokens("Those of reasoning included."),
  reasoning_tokens: z.int(),
  cost: z
    .string()
    .regex(/^\d+$/)
    .nullable()
    .describe("Millionths of the currency, as a whole number; null: no call has a price."),
  currency: z.string().nullable(),
  unpriced_calls: z.int().describe("Calls that may have cost something, of which nobody knows how much."),
});
export type ModelCostsView = z.infer<typeof modelCostsSchema>;

const price = z
  .string()
  .regex(/^(0|[1-9]\d{0,5})(\.\d{1,6})?$/, "must be a decimal such as 2.50, with six decimals at most")
  .describe("For a million tokens.");

const priceFields = {
  provider: z.string().regex(/^[a-z0-9-]{1,40}$/, "must be a provider's name, such as openai"),
  model: z.string().regex(/^[\w.:@/-]{1,200}$/, "must be a model's name, without its provider"),
  from: z.iso.date().describe("The first day of the price, in UTC."),
  currency: z.string().regex(/^[A-Z]{3}$/, "must be a code such as USD"),
  input: price,
  cached: price.nullable().default(null).describe("Of cached input; null: as other input."),
  output: price,
  reasoning: price.nullable().default(null).describe("Of reasoning; null: as other output."),
};
export const setModelPriceSchema = z.strictObject({
  ...priceFields,
  from: priceFields.from.refine(
    (day) => day >= "2000-01-01" && day < "2500-01-01",
    "must be a day of this age",
  ),
  reason: z.string().trim().min(1, "must say why").max(500),
});

export const modelPricesSchema = z.object({
  items: z.array(
    z.object({
      ...priceFields,
      cached: price.nullable(),
      reasoning: price.nullable(),
      reason: z.string(),
      changed_by: z.string(),
      changed_at: z.iso.datetime(),
    }),
  ),
});
export type ModelPrices = z.infer<typeof modelPricesSchema>;
