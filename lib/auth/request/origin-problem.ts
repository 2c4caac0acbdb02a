import { type Problem, problemOf } from "@/lib/contract/problem";
import { AppError } from "@/lib/core/errors";

/** A state-changing request whose Origin header is missing, `null` or foreign. */
export function originRefused(): AppError {
  return new AppError(
    "origin_refused",
    "This request did not come from Countersign's own pages, so it was refused.",
  );
}

/** The problem for a path whose escapes cannot be decoded. */
export function malformedPathProblem(): Problem {
  return problemOf(
    new AppError("malformed_request", "The address is malformed: its %-escapes are no UTF-8 text."),
  );
}

export function originRefusedProblem(): Problem {
  return problemOf(originRefused());
}

/** The problem for a server action whose body Next would not take. */
export function oversizedActionProblem(): Problem {
  return problemOf(new AppError("payload_too_large", "What a page sends may have at most 1 MB."));
}
