/** This room fetches: the viewer, the overview, pages of a list, and what is shown when reading fails. */

import type { Problem } from "@/lib/contract/problem";
import { PAGE_OWNER_HEADER } from "@/lib/core/access/page-owner";
import { pageOwner } from "@/lib/operations/page-owner";

/** A GET that was refused, with what the server said about it. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

const timeoutMs = 20_000;

/** @throws ProblemError where the server answered with a problem; TypeError or a timeout where it did not answer. */
export async function getJson<T>(
  path: string,
  signal?: AbortSignal,
  limitMs: number = timeoutMs,
): Promise<T> {
  const limits = [AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])];
  const response = await fetch(path, {
    headers: { accept: "application/json", [PAGE_OWNER_HEADER]: pageOwner() },
    signal: AbortSignal.any(limits),
  });
  if (response.ok) return (await response.json()) as T;
  throw new ProblemError(await problemFrom(response));
}

async function problemFrom(response: Response): Promise<Problem> {
  const fallback: Problem = {
    type: "about:blank",
    title: "Not answered",
    status: response.status,
    code: response.status === 401 ? "unauthenticated" : "no_answer",
    detail: `The server answered ${response.status} without saying why. Try again in a moment.`,
  };
  try {
    return { ...fallback, ...((await response.json()) as Partial<Problem>) };
  } catch {
    return fallback;
  }
}

export function isSignedOut(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.problem.status === 401;
}

/** An administrator whose second factor is not proven in this session, such as somebody who has just become one. */
export function isUnproven(error: unknown): boolean {
  return error instanceof ProblemError && error.problem.code === "second_factor_needed";
}

/** A failed reading in a sentence that says what to do. */
export function readingFailure(error: unknown): string {
  if (isSignedOut(error)) return "Your session has ended. Sign in again.";
  if (error instanceof ProblemError) return error.problem.detail;
  return "The server could not be reached. Check the connection; this page tries again by itself.";
}
