import { expect, test } from "vitest";
import { setCapsSchema } from "@/lib/contract/workflows/runs";
import { CAP_FIELDS, readCap, readCostCap, workflowCapsWords } from "./caps";

test("a cap is a whole number within its range, and nothing else", () => {
  for (const field of CAP_FIELDS) {
    expect(readCap(field, ` ${field.max} `)).toBe(field.max);
    expect(readCap(field, String(field.min))).toBe(field.min);
    for (const typed of ["", "1.5", "-1", "1e2", "x", String(field.max + 1), String(field.min - 1)])
      expect(readCap(field, typed), typed).toBeNull();
  }
});

test("the page takes the figures that the operation takes", () => {
  const with_ = (name: string, value: number) =>
    setCapsSchema.safeParse({
      ...Object.fromEntries(CAP_FIELDS.map((field) => [field.name, field.min])),
      [name]: value,
      reason: "why",
    }).success;
  for (const { name, min, max } of CAP_FIELDS)
    expect([min, max, min - 1, max + 1].map((value) => with_(name, value))).toEqual([
      true,
      true,
      false,
      false,
    ]);
});

test("a cap on costs is an amount or none, and the operation takes what the page takes", () => {
  const takes = (cost: unknown) => setCapsSchema.shape.max_model_cost_per_day.safeParse(cost).success;
  expect(readCostCap("  ")).toBeNull();
  expect(takes(null)).toBe(true);
  for (const typed of ["0", "25", " 25.00 ", "999999.999999"]) {
    expect(readCostCap(typed)).toBe(typed.trim());
    expect(takes(typed.trim())).toBe(true);
  }
  for (const typed of ["-1", "1e3", "x", "1,5", "01", "1000000", "1.1234567"]) {
    expect(readCostCap(typed), typed).toBeUndefined();
    expect(takes(typed), typed).toBe(false);
  }
});

test("a workflow's own limits are told with their use, and those that it does not set are not", () => {
  const workflow = {
    id: 1,
    name: "bids",
    max_concurrency: 3 as number | null,
    running: 1,
    max_runs_per_min: 1 as number | null,
    runs_last_minute: 0,
    max_writes_per_run: 0 as number | null,
  };
  expect(workflowCapsWords(workflow)).toEqual([
    "1 of 3 steps at once",
    "0 of 1 run in the last minute",
    "no writes",
  ]);
  expect(workflowCapsWords({ ...workflow, max_concurrency: null, max_runs_per_min: null })).toEqual([
    "no writes",
  ]);
});
