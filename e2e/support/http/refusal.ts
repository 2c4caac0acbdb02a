import { expect } from "@playwright/test";
import type { Problem } from "@/lib/contract/problem";
import { ERROR_STATUS, type ErrorCode } from "@/lib/core/errors";
import { countWritten } from "../database";
import { type Answer, type RequestParts, parse, send } from "./request";

/** One request that must be refused, and how. */
export interface Refusal {
  path: string;
  request: RequestParts;
  code: ErrorCode;
  /** Stands in `errors[].path`; absent where the fault lies in no field. */
  field?: string;
}

/** Refused as documented: status, code and field, in a problem document, with nothing written. */
export async function expectRefused(refusal: Refusal): Promise<Problem> {
  return expectNothingWritten(() => expectRefusal(refusal));
}

/** Refused as documented. The caller checks that nothing was written. */
export async function expectRefusal({ path, request, code, field }: Refusal): Promise<Problem> {
  return expectProblem(await send(path, request), code, field);
}

/** For many refusals in a row: the tables are counted once before and once after all of them. */
export async function expectNothingWritten<T>(work: () => Promise<T>): Promise<T> {
  const before = await countWritten();
  const result = await work();
  expect(await countWritten()).toEqual(before);
  return result;
}

/** The answer is a problem document with this code, its status, and this field among its errors. */
export function expectProblem(answer: Answer, code: ErrorCode, field?: string): Problem {
  expect(answer.status, answer.text).toBe(ERROR_STATUS[code]);
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  const problem = parse<Problem>(answer);
  expect(problem.code).toBe(code);
  if (field !== undefined) expect(problem.errors?.map((error) => error.path)).toContain(field);
  expect(problem).toMatchObject({
    type: `urn:countersign:problem:${problem.code}`,
    title: expect.any(String),
    status: answer.status,
    detail: expect.any(String),
  });
  expectNoLeak(answer.text);
  return problem;
}

/** Nothing of our insides: no stack, no file, no SQL, no driver's words. */
export function expectNoLeak(text: string): void {
  expect(text).not.toMatch(/\n\s+at .+[(:]\d+/);
  expect(text).not.toMatch(/node_modules|\.tsx?:\d+|PostgresError|DrizzleQuery|invalid input syntax/);
  expect(text).not.toMatch(/\bSELECT\b.+\bFROM\b/);
}
