import { toolOf } from "@/lib/runtime/tools/registry";
import type { ValueType } from "@/lib/runtime/tools/tool";
import { factsOf, isTriggerEvent } from "@/lib/core/run/trigger-events";
import type { StepDefinition, TriggerDefinition, WorkflowDefinition } from "./definition";
import type { Scope } from "./expressions";
import { LANGUAGE } from "./language";
import type { StepOrder } from "./step-order";

/** Determines the names that an expression may use at each place. */

/** The type of the names in one expression. It declares only the few steps that the expression names, out of hundreds. */
type TypeFor = (source: string) => ValueType;

interface Names {
  definition: WorkflowDefinition;
  variables: Record<string, ValueType | TypeFor>;
  whyNoStep?: Scope["whyNoStep"];
  mayUseSecrets?: boolean;
}

function scopeOf({ definition, variables, whyNoStep, mayUseSecrets = false }: Names): Scope {
  const secrets = definition.secrets ?? [];
  const all: Record<string, ValueType | TypeFor> = {
    ...variables,
    run: { id: "int", started_at: "string", trigger_type: "string" },
    secrets: Object.fromEntries(secrets.map((name) => [name, "string"])),
  };
  return {
    environmentFor(source) {
      const environment = LANGUAGE.clone();
      for (const [name, given] of Object.entries(all)) {
        if (!source.includes(name)) continue;
        const type = typeof given === "function" ? given(source) : given;
        if (typeof type === "string") environment.registerVariable(name, type);
        else environment.registerVariable({ name, schema: type });
      }
      return environment;
    },
    names: Object.keys(all),
    fieldsOf(path) {
      let type: ValueType | undefined = all as Record<string, ValueType>;
      for (const [depth, name] of path.entries()) {
        if (typeof type !== "object" || !Object.hasOwn(type, name)) return [];
        const given: ValueType | TypeFor = type[name]!;
        // Of the steps those that the path itself names.
        type = typeof given === "function" ? (given as TypeFor)(path.slice(depth + 1).join(" ")) : given;
      }
      return typeof type === "object" ? Object.keys(type) : [];
    },
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

/** The scope of a trigger: the event, the time, or the webhook's body, whose type is not known beforehand. */
export function triggerScope(
  definition: WorkflowDefinition,
  { event, schedule }: Pick<TriggerDefinition, "event" | "schedule">,
): Scope {
  const known: ValueType =
    event !== undefined && isTriggerEvent(event)
      ? { ...factsOf(event) }
      : schedule !== undefined
        ? { time: "string" }
        : "dyn";
  return scopeOf({ definition, variables: { event: known } });
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
  return scopeOf({
    definition,
    ...(mayUseSecrets ? { mayUseSecrets } : {}),
    variables: {
      inputs,
      steps(source) {
        const named = steps.filter(({ id }) => source.includes(id) && before.has(id));
        return Object.fromEntries(named.map((one) => [one.id, resultOf(one)]));
      },
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
      const names = before.size > 0 ? ` Before ${step.id} come ${[...before].slice(-20).join(", ")}.` : "";
      return { code: "unknown_step", message: `There is no step ${id}.${names}` };
    },
  });
}

function resultOf(step: StepDefinition): ValueType {
  const output: ValueType = step.tool ? (toolOf(step.tool)?.output ?? "dyn") : "dyn";
  return step.for === undefined ? { output, skipped: "bool" } : { outputs: "list", skipped: "bool" };
}
