import type { Overview } from "@/lib/contract/monitoring/overview";
import type { SwitchName } from "@/lib/core/kill-switch";

export const SWITCH_TITLES: Record<SwitchName, string> = {
  ns_writes: "NetSuite writes",
  proposed_apply: "Applying proposals",
  high_risk_ops: "High-risk operations",
};

/** Why an approved write of this tier does not leave for NetSuite now, as the end of a sentence; null: it leaves. */
export function waitWords({ switches, lane }: Pick<Overview, "switches" | "lane">, tier = 0): string | null {
  const halting = switches.find(({ name, engaged }) => engaged && (name !== "high_risk_ops" || tier >= 4));
  if (halting) return `once the ${SWITCH_TITLES[halting.name]} switch is released`;
  return lane.state === "halted" ? "once its lane is open again" : null;
}
