import { ASKED_FOR } from "@/lib/runtime/questions/approval";
import { schemaFindings } from "@/lib/runtime/definitions/schema-findings";
import { askInRun } from "@/lib/runtime/models/ask-in-run";
import { modelInputSchema } from "@/lib/runtime/models/model-input";
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
    const findings = schemaFindings(schema as Readonly<Record<string, unknown>>);
    return findings.map((finding) => ({ ...finding, path: ["schema", ...finding.path] }));
  },
  run: (call) => askInRun(call, modelInputSchema.parse(call.input)),
});
