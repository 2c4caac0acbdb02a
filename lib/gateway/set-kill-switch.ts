import type { Overview } from "@/lib/contract/action-view";
import type { Person } from "@/lib/core/principal";

export interface KillSwitchCommand {
  name: "ns_writes" | "proposed_apply" | "high_risk_ops";
  engaged: boolean;
  reason: string;
}

/** Admins only. @throws AppError not_allowed 403, validation_failed 422 (no reason), blocked 423 (engaged from the environment or globally: no page releases it) */
export async function setKillSwitch(_person: Person, _command: KillSwitchCommand): Promise<Overview["switches"]> {
  throw new Error("not built yet");
}
