import { z } from "zod";
import { idSchema } from "@/lib/contract/actions/decision";

/** An answer that earlier answers speak for. People alone see it; nothing is answered by it. */
export const suggestionSchema = z.object({
  answer: z.json(),
  agreed: z.int().describe("So many of the earlier questions came to it."),
  earlier: z
    .array(
      z.object({
        id: idSchema,
        at: z.iso.datetime().describe("When its answer came."),
        by: z.string().nullable(),
        agrees: z.boolean(),
      }),
    )
    .describe("Alike questions that you may see, the newest first."),
});
export type Suggestion = z.infer<typeof suggestionSchema>;

export const suggestionViewSchema = z.object({
  suggestion: suggestionSchema
    .nullable()
    .describe("Null: earlier answers speak for none, or you have nothing to answer."),
});
export type SuggestionView = z.infer<typeof suggestionViewSchema>;
