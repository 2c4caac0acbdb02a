import { z } from "zod";

/** The texts of workflows. */

export const workflowSourceSchema = z.strictObject({
  source: z.string().min(1).max(250_000).describe("The workflow as YAML, of at most 50,000 characters."),
});

export const workflowProblemSchema = z.object({
  line: z.int().min(1),
  column: z.int().min(1),
  code: z.string().describe("Stable, such as `unknown_step`."),
  message: z.string().describe("What is wrong, and what would be right."),
});

export const workflowCheckSchema = z.object({
  ok: z.boolean(),
  errors: z.array(workflowProblemSchema).describe("In the order of the text, a hundred at most."),
  warnings: z
    .array(workflowProblemSchema)
    .describe("What this installation lacks: the text can be stored, and not be published."),
  hash: z
    .string()
    .nullable()
    .describe(
      "SHA-256 of the definition in canonical JSON: two texts that mean the same have the same. Null: it has errors.",
    ),
});
export type WorkflowCheck = z.infer<typeof workflowCheckSchema>;
