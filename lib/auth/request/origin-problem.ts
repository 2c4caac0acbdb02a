import { type Problem, problemOf } from "@/lib/contract/problem";
import { AppError } from "@/lib/core/errors";

/** A state-changing request whose Origin header is missing, `null` or foreign. */
export function originRefused(): AppError {
  return new AppError(
    "origin_refused",
    "This request did not come from Countersign's own pages, so it was refused.",
  );
}

/** A Host or Origin header that names another site, on a route that programs call. */
export function foreignAddress(header: "Host" | "Origin"): AppError {
  return new AppError(
    "origin_refused",
    `The ${header} header names another site than this one: call the address that Countersign is reached at.`,
    { issues: [{ path: header, message: "must name this site" }] },
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
