import { toolOf } from "@/lib/runtime/tools/registry";
import type { ValueType } from "@/lib/runtime/tools/tool";
import type { StepDefinition, WorkflowDefinition } from "./definition";
import type { Scope } from "./expressions";
import { LANGUAGE } from "./language";
import type { StepOrder } from "./step-order";

/** Which names an expression may use, place by place. */

interface Names {
  definition: WorkflowDefinition;
  variables: Record<string, ValueType>;
  whyNoStep?: Scope["whyNoStep"];
  mayUseSecrets?: boolean;
}

function scopeOf({ definition, variables, whyNoStep, mayUseSecrets = false }: Names): Scope {
  const secrets = definition.secrets ?? [];
  const all: Record<string, ValueType> = {
    ...variables,
    run: { id: "int", started_at: "string", trigger_type: "string" },
    secrets: Object.fromEntries(secrets.map((name) => [name, "string"])),
  };
  return {
    environmentFor(source) {
      const environment = LANGUAGE.clone();
      for (const [name, type] of Object.entries(all)) {
        if (!source.includes(name)) continue;
        if (typeof type === "string") environment.registerVariable(name, type);
        else environment.registerVariable({ name, schema: name === "steps" ? namedIn(source, type) : type });
      }
      return environment;
    },
    names: Object.keys(all),
    whyNoStep: whyNoStep ?? (() => null),
    whyNoSecret(name) {
      if (!mayUseSecrets)
        return {
          code: "secret_not_allowed_here",
          message: "A secret stands in the headers of http.request alone: everything else is kept and shown.",
        };
      if (secrets.includes(name)) return null;
      const message = `There is no secret ${name}: name it under \`secrets\`.`;
      return { code: "unknown_secret", message };
    },
  };
}

const namedIn = (source: string, types: Record<string, ValueType>) =>
  Object.fromEntries(Object.entries(types).filter(([name]) => source.includes(name)));

/** Of what starts a run: the event, the webhook's body, or the time. */
export function triggerScope(definition: WorkflowDefinition): Scope {
  return scopeOf({ definition, variables: { event: "dyn" } });
}

interface StepPlace {
  definition: WorkflowDefinition;
  steps: readonly StepDefinition[];
  order: StepOrder;
  step: StepDefinition;
  inputs: ValueType;
  /** Within `with` and `if` of a step with `for`. */
  hasItem: boolean;
  isOnError: boolean;
  mayUseSecrets?: boolean;
}

export function stepScope(place: StepPlace): Scope {
  const { definition, steps, order, step, inputs, hasItem, isOnError, mayUseSecrets } = place;
  const before = order.before.get(step.id) ?? new Set<string>();
  const done = steps.filter(({ id }) => before.has(id));
  return scopeOf({
    definition,
    ...(mayUseSecrets ? { mayUseSecrets } : {}),
    variables: {
      inputs,
      steps: Object.fromEntries(done.map((one) => [one.id, resultOf(one)])),
      ...(hasItem ? { item: "dyn", index: "int" } : {}),
      ...(isOnError ? { error: { step: "string", message: "string" } } : {}),
    },
    whyNoStep(id) {
      if (before.has(id)) return null;
      if (id === step.id) return { code: "step_not_before", message: `\`${id}\` is this step itself.` };
      if (steps.some((one) => one.id === id))
        return {
          code: "step_not_before",
          message: `\`${id}\` is not done before ${step.id}: name it in its \`needs\`.`,
        };
      const names = done.length > 0 ? ` Before ${step.id} come ${[...before].join(", ")}.` : "";
      return { code: "unknown_step", message: `There is no step ${id}.${names}` };
    },
  });
}

function resultOf(step: StepDefinition): ValueType {
  const output: ValueType = step.tool ? (toolOf(step.tool)?.output ?? "dyn") : "dyn";
  return step.for === undefined ? { output, skipped: "bool" } : { outputs: "list", skipped: "bool" };
}
