import type { Approved } from "@/lib/runtime/questions/approval";
import type { ModelInput } from "./model-input";

/** A question to a model as people approve it: whole. */
export const questionToApprove = ({
  model,
  system,
  prompt,
  schema,
  output_tokens_max: max,
}: ModelInput): Approved => ({
  title: "May this be asked of a model?",
  parts: [
    ["Model", model],
    ["At most", `${max} tokens`],
    ...(schema === undefined ? [] : [["Form of the answer", JSON.stringify(schema)] as const]),
    ...(system === undefined ? [] : [["System", system] as const]),
    ["Prompt", prompt],
  ],
});
