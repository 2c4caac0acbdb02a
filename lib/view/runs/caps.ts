import { COMPANY_STEPS_MAX } from "@/lib/core/run/run";

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
