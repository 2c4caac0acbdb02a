import { modelOf, unknownProviderWords } from "@/lib/core/run/model-providers";
import type { StepDefinition, WorkflowDefinition } from "./definition";
import type { Finding } from "./problem";

/** Steps that ask models of providers which are not set up here. A model that an expression names is known in the run alone. */
export function modelFindings(definition: WorkflowDefinition, providers: readonly string[]): Finding[] {
  return (["steps", "on_error"] as const).flatMap((part) =>
    (definition[part] ?? []).flatMap((step, index): Finding[] => {
      const message = findingOf(step, providers);
      if (message === null) return [];
      return [{ path: [part, index, "with", "model"], code: "unknown_provider", message }];
    }),
  );
}

function findingOf(step: StepDefinition, providers: readonly string[]): string | null {
  if (step.tool !== "model.call" || typeof step.with?.model !== "string") return null;
  const model = namedModel(step);
  const name = model === null ? null : (modelOf(model)?.provider ?? null);
  const isFound = name === null ? providers.length > 0 : providers.includes(name);
  return isFound ? null : unknownProviderWords(name, providers);
}

/** `acme/large-2`, where the text of a step that asks a model names it without an expression. */
export function namedModel({ tool, with: values }: StepDefinition): string | null {
  const text = tool === "model.call" ? values?.model : undefined;
  return typeof text !== "string" || text.includes("${{") ? null : text;
}
