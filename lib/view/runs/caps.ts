import type { CapsView } from "@/lib/contract/workflows/runs";
import { COMPANY_STEPS_MAX } from "@/lib/core/run/run";
import { countWords } from "@/lib/view/words";

/** The caps of runs as the page shows and reads them. */

export type CapName = "max_concurrency" | "max_runs_per_min" | "max_writes_per_run";

interface CapField {
  name: CapName;
  title: string;
  note: string;
  min: number;
  max: number;
}

export const CAP_FIELDS: readonly CapField[] = [
  {
    name: "max_concurrency",
    title: "Steps at once",
    note: "of all runs together",
    min: 1,
    max: COMPANY_STEPS_MAX,
  },
  { name: "max_runs_per_min", title: "Runs a minute", note: "that begin", min: 1, max: 10_000 },
  { name: "max_writes_per_run", title: "Writes of one run", note: "proposed, at most", min: 0, max: 500 },
];

/** Null: it is no whole number within the field's range. */
export function readCap({ min, max }: CapField, typed: string): number | null {
  const text = typed.trim();
  const value = /^\d{1,6}$/.test(text) ? Number(text) : null;
  return value !== null && value >= min && value <= max ? value : null;
}

/** A decimal of the company's currency. Null: the field is empty, which means no cap. Undefined: it is no amount. */
export function readCostCap(typed: string): string | null | undefined {
  const text = typed.trim();
  if (text === "") return null;
  return /^(0|[1-9]\d{0,5})(\.\d{1,6})?$/.test(text) ? text : undefined;
}

/** A workflow's own limits with their use: `1 of 3 steps at once`. Those that it does not set are left out. */
export function workflowCapsWords(workflow: CapsView["workflows"][number]): string[] {
  const { max_concurrency: steps, max_runs_per_min: runs, max_writes_per_run: writes } = workflow;
  return [
    ...(steps === null ? [] : [`${workflow.running} of ${countWords(steps, "step")} at once`]),
    ...(runs === null
      ? []
      : [`${workflow.runs_last_minute} of ${countWords(runs, "run")} in the last minute`]),
    ...(writes === null ? [] : [writes === 0 ? "no writes" : `${countWords(writes, "write")} a run at most`]),
  ];
}
