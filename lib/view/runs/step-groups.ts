import type { StepView } from "@/lib/contract/workflows/runs";
import { stepWords } from "./run-words";

/** A step of the text, with the items that it made. */
export interface StepGroup {
  step: StepView;
  items: readonly StepView[];
  /** Its status, or of a list how it and its items stand together. */
  words: ReturnType<typeof stepWords>;
  /** `3 of 5`. Null: it makes no items, or has made none yet. */
  done: string | null;
}

/** The status that stands for all items: the first of these that one of them has. */
const loudest = [
  "failed_terminal",
  "failed_retryable",
  "waiting_approval",
  "waiting_input",
  "running",
  "ready",
  "cancelled",
] as const;

/** Items folded into the step that made them, in the order of the text. */
export function stepGroupsOf(steps: readonly StepView[]): StepGroup[] {
  const items = new Map<string, StepView[]>();
  for (const step of steps)
    if (step.kind === "item") items.set(keyOf(step), [...(items.get(keyOf(step)) ?? []), step]);
  return steps
    .filter(({ kind }) => kind !== "item")
    .map((step) => groupOf(step, items.get(keyOf(step)) ?? []));
}

const keyOf = ({ on_error: onError, step_id: id }: StepView): string => `${onError} ${id}`;

function groupOf(step: StepView, items: readonly StepView[]): StepGroup {
  if (items.length === 0) return { step, items, words: stepWords(step), done: null };
  const done = items.filter(({ status }) => status === "succeeded").length;
  const found = loudest.map((status) => items.find((item) => item.status === status)).find(Boolean);
  return { step, items, words: stepWords(found ?? step), done: `${done} of ${items.length}` };
}
