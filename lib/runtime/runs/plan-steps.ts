import type { NewStep } from "@/db/queries/workflows/turns";
import { STEP_ATTEMPTS } from "@/lib/core/run/run";
import type { StepDefinition, WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import { orderSteps } from "@/lib/runtime/definitions/step-order";

export const WAIT_TOOL = "wait";
export const CALL_TOOL = "workflow.call";

/** The rows of a definition's steps, or of those that follow an error, in the order of the text. */
export function planSteps(definition: WorkflowDefinition, part: "steps" | "on_error"): NewStep[] {
  const steps = definition[part] ?? [];
  const { needs } = orderSteps(steps, [part]);
  return steps.map((step, index) => ({
    step_id: step.id,
    step_index: index,
    tool_name: toolNameOf(step),
    needs: needs.get(step.id)!,
    kind: step.for === undefined ? "single" : "list",
    attempts_max: step.retry?.attempts ?? STEP_ATTEMPTS,
  }));
}

export const toolNameOf = (step: StepDefinition): string =>
  step.tool ?? (step.call === undefined ? WAIT_TOOL : CALL_TOOL);
