import { TIMEOUT_SECONDS } from "@/lib/core/interaction/interaction";
import { askInRun } from "@/lib/runtime/questions/ask-in-run";
import { askInputSchema } from "@/lib/runtime/questions/ask-input";
import { ASK_TOOL } from "@/lib/runtime/questions/question-of-step";
import { checkAsk } from "@/lib/runtime/questions/check-ask";
import { defineTool } from "./tool";

export const humanAsk = defineTool({
  name: ASK_TOOL,
  title: "Ask a person",
  effect: "none",
  input: askInputSchema,
  output: {
    question_id: "int",
    answer: "dyn",
    by: "dyn",
    at: "string",
    timed_out: "bool",
    answers: "list",
  },
  check: checkAsk,
  patience: ({ timeout_seconds: seconds = TIMEOUT_SECONDS }) =>
    typeof seconds === "number" ? seconds : null,
  run: (call) => askInRun(call, askInputSchema.parse(call.input)),
});
