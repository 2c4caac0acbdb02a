import { ASKED_FOR } from "@/lib/runtime/questions/approval";
import { askInRun } from "@/lib/runtime/models/ask-in-run";
import { answerSchemaOf, modelInputSchema } from "@/lib/runtime/models/model-input";
import { defineTool } from "./tool";

/** `value` is null without a `schema`. */
export const modelCall = defineTool({
  name: "model.call",
  title: "Ask a model",
  effect: "cost",
  approval: ASKED_FOR,
  input: modelInputSchema,
  output: { text: "string", value: "dyn" },
  check({ schema }) {
    if (typeof schema !== "object" || schema === null || JSON.stringify(schema).includes("${{")) return [];
    try {
      answerSchemaOf(schema as Parameters<typeof answerSchemaOf>[0]);
      return [];
    } catch (error) {
      const why = (error as Error).message.replace(/\.$/, "");
      return [{ path: ["schema"], code: "invalid_schema", message: `This is no JSON Schema: ${why}.` }];
    }
  },
  run: (call) => askInRun(call, modelInputSchema.parse(call.input)),
});
