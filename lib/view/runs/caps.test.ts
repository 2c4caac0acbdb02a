import { expect, test } from "vitest";
import { setCapsSchema } from "@/lib/contract/workflows/runs";
import { CAP_FIELDS, readCap } from "./caps";

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
