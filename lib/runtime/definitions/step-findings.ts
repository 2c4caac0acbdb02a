import { z } from "zod";
import { TOOL_NAMES, toolOf } from "@/lib/runtime/tools/registry";
import type { WorkflowTool } from "@/lib/runtime/tools/tool";
import { isDuration, secondsOf, type StepDefinition, type WorkflowDefinition } from "./definition";
import { checkExpression, isConstant, type Scope } from "./expressions";
import { inputTypes } from "./input-types";
import { LANGUAGE } from "./language";
import type { Finding, Path } from "./problem";
import { stepScope } from "./scope";
import { orderSteps, type StepOrder } from "./step-order";
import { deadlineFindings } from "./limit-findings";
import { isOneExpression, parseTemplate } from "./templates";
import { textFindings, valueFindings } from "./value-findings";

/** Problems with the steps, and with those that run on an error, which see nothing of the others but the error. */
export function stepFindings(definition: WorkflowDefinition): Finding[] {
  return (["steps", "on_error"] as const).flatMap((part) => {
    const steps = definition[part] ?? [];
    const order = orderSteps(steps, [part]);
    const each = steps.flatMap((step, index) =>
      findingsOf({ definition, steps, order, step, at: [part, index], isOnError: part === "on_error" }),
    );
    return [...order.findings, ...each, ...deadlineFindings(definition, steps, order, [part])];
  });
}

interface Place {
  definition: WorkflowDefinition;
  steps: readonly StepDefinition[];
  order: StepOrder;
  step: StepDefinition;
  at: Path;
  isOnError: boolean;
}

function findingsOf(place: Place): Finding[] {
  const { definition, step, at } = place;
  const inputs = inputTypes(definition);
  const scope = (more: { hasItem?: boolean; mayUseSecrets?: boolean }): Scope =>
    stepScope({ ...place, inputs, hasItem: false, ...more });
  const outer = scope({});
  const inner = step.for === undefined ? outer : scope({ hasItem: true });
  const findings: Finding[] = [];
  if (step.for !== undefined) findings.push(...valueText(step.for, [...at, "for"], outer, "list"));
  if (step.if !== undefined) findings.push(...conditionFindings(step.if, [...at, "if"], inner));
  if (step.wait !== undefined) findings.push(...waitFindings(step.wait, [...at, "wait"], inner));
  if (step.wait !== undefined && step.with)
    findings.push({
      path: [...at, "with"],
      atKey: true,
      code: "unknown_field",
      message: "A wait takes no values.",
    });
  if (step.call === definition.workflow)
    findings.push({
      path: [...at, "call"],
      code: "calls_itself",
      message: "A workflow does not call itself.",
    });
  if (step.call !== undefined) {
    const path = [...at, "with"];
    findings.push(
      ...valueFindings({ value: step.with ?? {}, path, scopeAt: () => inner, schema: z.unknown() }).findings,
    );
  }
  if (step.tool !== undefined)
    findings.push(
      ...toolFindings(step, at, inner, () => scope({ hasItem: step.for !== undefined, mayUseSecrets: true })),
    );
  else if (step.approval) findings.push(notApproved(at));
  return findings;
}

const notApproved = (at: Path): Finding => ({
  path: [...at, "approval"],
  atKey: true,
  code: "approval_not_needed",
  message:
    "Nobody approves this step: it changes nothing outside. What netsuite.propose, http.request and model.call do can be approved.",
});

function toolFindings(step: StepDefinition, at: Path, scope: Scope, withSecrets: () => Scope): Finding[] {
  const tool = toolOf(step.tool!);
  if (!tool)
    return [
      {
        path: [...at, "tool"],
        code: "unknown_tool",
        message: `There is no tool ${step.tool}. There are ${TOOL_NAMES.join(", ")}.`,
      },
    ];
  const path = [...at, "with"];
  const value = step.with ?? {};
  const secretScope = tool.secretsIn ? withSecrets() : scope;
  const scopeAt = (within: Path) => (tool.secretsIn?.includes(String(within[0])) ? secretScope : scope);
  const { findings, isKnown } = valueFindings({ value, path, scopeAt, schema: tool.input });
  const own = tool.check?.(value, isKnown) ?? [];
  return [
    ...findings,
    ...own.map((finding) => ({ ...finding, path: [...path, ...finding.path] })),
    ...approvalFindings(step, tool, at),
  ];
}

function approvalFindings({ approval }: StepDefinition, tool: WorkflowTool, at: Path): Finding[] {
  if (!approval) return [];
  if (!tool.approval) return [notApproved(at)];
  const { secondsMin, secondsMax } = tool.approval;
  const seconds = approval.expires === undefined ? secondsMin : secondsOf(approval.expires);
  if (seconds >= secondsMin && seconds <= secondsMax) return [];
  const message = `People may be asked about this for ${secondsMin}s to ${secondsMax / 86_400}d.`;
  return [{ path: [...at, "approval", "expires"], code: "invalid", message }];
}

/** A text that is one expression of that type. */
function valueText(text: string, path: Path, scope: Scope, type: "list" | "bool"): Finding[] {
  if (!isOneExpression(parseTemplate(text)) && parseTemplate(text).unclosed === null)
    return [{ path, code: "expression", message: "Write one expression, such as `${{ inputs.skus }}`." }];
  return textFindings(text, path, scope, [type]);
}

function conditionFindings(text: string, path: Path, scope: Scope): Finding[] {
  const findings = valueText(text, path, scope, "bool");
  if (findings.length > 0) return findings;
  const { source } = parseTemplate(text).expressions[0]!;
  const checked = checkExpression(source, scope);
  if (checked.fault || !isConstant(checked.ast) || isTrueSometimes(source)) return [];
  return [{ path, code: "unreachable", message: "This is never true: the step can never run." }];
}

/** False for a constant that is false, or that has no value, such as `1 / 0 == 1`. */
function isTrueSometimes(source: string): boolean {
  try {
    return LANGUAGE.evaluate(source) !== false;
  } catch {
    return false;
  }
}

const times = ["google.protobuf.Timestamp", "google.protobuf.Duration"];

function waitFindings(text: string, path: Path, scope: Scope): Finding[] {
  if (isDuration(text)) return [];
  if (text.includes("${{")) return textFindings(text, path, scope, times);
  return [
    {
      path,
      code: "invalid",
      message: "A wait is a duration such as `90s` or `3d`, or an expression that gives a time.",
    },
  ];
}
