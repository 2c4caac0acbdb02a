import { type Problem, problemOf } from "@/lib/contract/problem";
import { AppError } from "@/lib/core/errors";

/** A state-changing request whose Origin header is missing, `null` or foreign. */
export function originRefused(): AppError {
  return new AppError(
    "origin_refused",
    "This request did not come from Countersign's own pages, so it was refused.",
  );
}

export function originRefusedProblem(): Problem {
  return problemOf(originRefused());
}
