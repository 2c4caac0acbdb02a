import { z } from "zod";
import { defineTool, failed } from "./tool";

export const modelCall = defineTool({
  name: "model.call",
  title: "Ask a model",
  effect: "cost",
  input: z.strictObject({
    model: z
      .string()
      .regex(
        /^[a-z0-9-]+\/[\w.:-]+$/,
        "a model is named by its provider and its name, such as `acme/large-2`",
      ),
    prompt: z.string().min(1).max(50_000),
    system: z.string().max(50_000).optional(),
    schema: z.record(z.string(), z.json()).optional(),
    output_tokens_max: z.int().min(1).max(100_000),
  }),
  output: { text: "string", value: "dyn" },
  run: async () => failed("tool_not_built", "This release asks models in no run yet."),
});
