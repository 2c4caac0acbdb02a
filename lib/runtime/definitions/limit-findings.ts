import { toolOf } from "@/lib/runtime/tools/registry";
import {
  DEADLINE_DAYS_MAX,
  deadlineOf,
  isDuration,
  secondsOf,
  STEPS_MAX,
  type StepDefinition,
  type WorkflowDefinition,
} from "./definition";
import type { Finding, Path } from "./problem";
import type { StepOrder } from "./step-order";

/** How often a step may run in one run. */
const timesOf = ({ max }: StepDefinition): number => max ?? 1;

export function limitFindings(definition: WorkflowDefinition): Finding[] {
  return [...countFindings(definition), ...writeFindings(definition), ...lengthFindings(definition)];
}

function lengthFindings({ limits }: WorkflowDefinition): Finding[] {
  if (secondsOf(deadlineOf({ limits })) <= DEADLINE_DAYS_MAX * 86_400) return [];
  const message = `A run lasts ${DEADLINE_DAYS_MAX}d at most.`;
  return [{ path: ["limits", "deadline"], code: "invalid", message }];
}

function countFindings({ steps, on_error: onError = [] }: WorkflowDefinition): Finding[] {
  const findings: Finding[] = [];
  let total = 0;
  for (const [at, step] of placed(steps, onError)) {
    if (step.for !== undefined && step.max === undefined)
      findings.push({
        path: [...at, "for"],
        atKey: true,
        code: "max_missing",
        message: `Say with \`max\` how many elements ${step.id} takes at most, up to ${STEPS_MAX}.`,
      });
    if (step.for === undefined && step.max !== undefined)
      findings.push({
        path: [...at, "max"],
        atKey: true,
        code: "max_without_for",
        message: "`max` counts the elements of a `for`, and there is none.",
      });
    const before = total;
    total += timesOf(step);
    if (before <= STEPS_MAX && total > STEPS_MAX)
      findings.push({
        path: at,
        code: "too_many_steps",
        message: `A run has at most ${STEPS_MAX} steps, each element of a \`for\` counted: with ${step.id} there are ${total}.`,
      });
  }
  return findings;
}

function writeFindings({ steps, on_error: onError = [], limits }: WorkflowDefinition): Finding[] {
  const writing = placed(steps, onError).filter(([, { tool }]) => tool && toolOf(tool)?.effect === "write");
  const [first] = writing;
  if (!first) return [];
  if (limits?.writes === undefined)
    return [
      {
        path: [...first[0], "tool"],
        code: "writes_limit_missing",
        message: `\`${first[1].id}\` writes: say under \`limits\` with \`writes\` how many writes a run makes at most.`,
      },
    ];
  let total = 0;
  for (const [at, step] of writing) {
    total += timesOf(step);
    if (total > limits.writes)
      return [
        {
          path: step.max === undefined ? [...at, "tool"] : [...at, "max"],
          code: "writes_over_limit",
          message: `With ${step.id} a run may write ${total} times; \`limits.writes\` allows ${limits.writes}.`,
        },
      ];
  }
  return [];
}

const placed = (steps: readonly StepDefinition[], onError: readonly StepDefinition[]) => [
  ...steps.map((step, index) => [["steps", index] as Path, step] as const),
  ...onError.map((step, index) => [["on_error", index] as Path, step] as const),
];

/** Waits, the answers of people and limits of time, along the longest way through the steps. */
export function deadlineFindings(
  { limits }: WorkflowDefinition,
  steps: readonly StepDefinition[],
  { before, needs }: StepOrder,
  at: Path,
): Finding[] {
  const deadline = deadlineOf({ limits });
  const findings: Finding[] = [];
  const ends = new Map<string, number>();
  const inOrder = [...steps.entries()].toSorted(
    ([, a], [, b]) => (before.get(a.id)?.size ?? 0) - (before.get(b.id)?.size ?? 0),
  );
  for (const [index, step] of inOrder) {
    const begins = Math.max(0, ...(needs.get(step.id) ?? []).map((id) => ends.get(id) ?? 0));
    const own = longestOf(step);
    const seconds = own?.seconds ?? 0;
    ends.set(step.id, begins + seconds);
    if (own && begins <= secondsOf(deadline) && begins + seconds > secondsOf(deadline))
      findings.push({
        path: [...at, index, ...own.field],
        code: "waits_beyond_deadline",
        message: `The run may wait here beyond its deadline of ${deadline}${limits?.deadline ? "" : ", the usual one"}: shorten it, or raise \`limits.deadline\`.`,
      });
  }
  return findings;
}

function longestOf(step: StepDefinition): { seconds: number; field: Path } | null {
  const { tool, wait, approval, timeout } = step;
  if (wait !== undefined && isDuration(wait)) return { seconds: secondsOf(wait), field: ["wait"] };
  if (approval?.expires) return { seconds: secondsOf(approval.expires), field: ["approval", "expires"] };
  const given = step.with ?? {};
  const patience = tool === undefined ? undefined : toolOf(tool)?.patience?.(given);
  if (patience)
    return {
      seconds: patience,
      field: given.timeout_seconds === undefined ? ["tool"] : ["with", "timeout_seconds"],
    };
  return timeout ? { seconds: secondsOf(timeout), field: ["timeout"] } : null;
}
