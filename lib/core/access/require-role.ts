import { AppError } from "@/lib/core/errors";
import { type Person, mayAdminister, mayDecide } from "./principal";

/**
 * Asked by every verb that not everybody may use. `what` is the subject of the refusal's sentence.
 * @throws AppError not_allowed 403, saying which role is needed.
 */
export function requireRole(person: Person, role: "approver" | "admin", what = "This"): void {
  const holds = role === "admin" ? mayAdminister(person.role) : mayDecide(person.role);
  if (holds) return;
  const needed = role === "admin" ? "an administrator" : "an approver or administrator";
  throw new AppError("not_allowed", `${what} needs ${needed}; you are signed in as ${person.role}.`);
}
