import { AppError } from "@/lib/core/errors";
import type { Gateway } from "@/lib/gateway/context";
import type { WorkflowDefinition } from "@/lib/runtime/definitions/definition";
import { modelFindings } from "@/lib/runtime/definitions/model-findings";

/** A provider may be gone since the version was stored. @throws AppError validation_failed 422 naming each step that asks one. */
export function checkModels(definition: WorkflowDefinition, { modelProviders }: Gateway): void {
  const findings = modelFindings(
    definition,
    modelProviders.map(({ name }) => name),
  );
  if (findings.length === 0) return;
  throw new AppError("validation_failed", findings[0]!.message, {
    issues: findings.map(({ path, message }) => ({ path: path.join("."), message })),
  });
}
