import { workflowCheckSchema, workflowSourceSchema } from "@/lib/contract/workflows/definitions";
import { defineOperation, ok } from "@/lib/operations/frame/operation";
import { validateWorkflow } from "@/lib/runtime/definitions/validate-workflow";

/** Workflows: an agent's whole job as one text. */

export const workflows = {
  validateWorkflow: defineOperation("POST /api/workflows/validate", {
    summary: "Check a workflow's text: each fault with its line and column",
    body: workflowSourceSchema,
    example: { source: "workflow: hello\nsteps: [{ id: hi, tool: transform, with: { value: Hi } }]" },
    answers: ok(workflowCheckSchema),
    refusals: ["rate_limited"],
    verb: (person, { source }) => validateWorkflow(person, source),
  }),
};
