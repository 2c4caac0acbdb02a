import { AppError } from "@/lib/core/errors";
import type { AgentPrincipal, Person } from "@/lib/core/access/principal";
import { mayStart } from "@/lib/core/run/run";

/** Agents, and everybody who decides or administers, begin runs and steer them. @throws AppError not_allowed 403. */
export function requireStarter(caller: Person | AgentPrincipal): void {
  if (caller.kind === "agent" || mayStart(caller.role)) return;
  throw new AppError("not_allowed", "Runs are begun and steered by approvers and administrators.");
}
