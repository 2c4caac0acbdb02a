import { expect, test, vi } from "vitest";
import { AppError } from "./errors";

test("an error that another instance of the module made is one too; other errors and narrower classes are not", async () => {
  vi.resetModules();
  const other = await import("./errors");
  expect(other.AppError).not.toBe(AppError);
  const refusal = new other.AppError("rate_limited", "Try again later.");
  expect(refusal).toBeInstanceOf(AppError);
  class Narrower extends AppError {}
  expect(refusal).not.toBeInstanceOf(Narrower);
  expect(new Narrower("not_found", "No.")).toBeInstanceOf(Narrower);
  expect(new Narrower("not_found", "No.")).toBeInstanceOf(AppError);
  for (const no of [new Error("No."), null, undefined, "rate_limited", { code: "rate_limited" }])
    expect(no instanceof AppError).toBe(false);
});
