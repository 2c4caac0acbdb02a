import { z } from "zod";
import { endlessReference } from "@/lib/runtime/definitions/schema-loops";

/** The input of a `model.call` step, under `with`. */
export const modelInputSchema = z.strictObject({
  model: z
    .string()
    .max(241)
    .regex(
      /^[a-z0-9-]{1,40}\/[\w.:@/-]+$/,
      "a model is named by its provider and its name, such as `acme/large-2`",
    ),
  prompt: z.string().min(1).max(50_000),
  system: z.string().max(50_000).optional(),
  schema: z.record(z.string(), z.json()).optional(),
  output_tokens_max: z.int().min(1).max(100_000),
});
export type ModelInput = z.infer<typeof modelInputSchema>;

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

/** @throws Error where it is no JSON Schema, or no check of an answer would end. */
export function answerSchemaOf(schema: NonNullable<ModelInput["schema"]>): z.ZodType {
  if (endlessReference(schema)) throw new Error("a `$ref` leads back to itself");
  return z.fromJSONSchema(schema as JsonSchema);
}
