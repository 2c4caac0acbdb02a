import { z } from "zod";
import { type AskInput, askSchema } from "@/lib/contract/interactions/interactions";

/** The form of the `with` of a step that asks people: that of a question asked over the API, with the question's own parts beside the others. */

const { request_data: requestData, context: _, channel_type: channel, ...rest } = askSchema.shape;

export const askInputSchema = z.strictObject({
  ...rest,
  message: requestData.shape.message.describe("Shown as plain text. Expressions in it are filled in once."),
  schema: requestData.shape.schema,
  options: requestData.shape.options,
  multiple: requestData.shape.multiple,
  channel_type: channel,
  if_refused: z
    .enum(["fail", "continue"])
    .default("fail")
    .describe(
      "Of an approval: whether the step fails when somebody says no, or the run goes on with the answer.",
    ),
});
export type AskInRunInput = z.output<typeof askInputSchema>;

/** Values of expressions are inserted literally, braces included; the result is not a template again. */
export function questionOf({
  message,
  schema,
  options,
  multiple,
  if_refused: _refused,
  ...asked
}: AskInRunInput): AskInput {
  return askSchema.parse({
    ...asked,
    request_data: {
      message: "{{message}}",
      multiple,
      ...(schema && { schema }),
      ...(options && { options }),
    },
    context: { message },
  });
}
