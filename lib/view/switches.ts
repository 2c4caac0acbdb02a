import type { Overview } from "@/lib/contract/monitoring/overview";
import type { SwitchName, SwitchSource } from "@/lib/core/kill-switch";

interface SwitchWords {
  title: string;
  halts: string;
  continues: string;
}

export const SWITCH_WORDS: Record<SwitchName, SwitchWords> = {
  ns_writes: {
    title: "NetSuite writes",
    halts: "Every write to NetSuite. Approved ones wait.",
    continues: "Proposing, approving, rejecting, reading and probing.",
  },
  proposed_apply: {
    title: "Applying proposals",
    halts:
      "Approving at every tier, auto-approval, writes that were approved but not yet sent, and the requests and model calls of workflow runs.",
    continues: "Proposing, rejecting, withdrawing, reading and probing; other steps of runs.",
  },
  high_risk_ops: {
    title: "High-risk operations",
    halts: "Approving at L4 and L5, and writes of L4 and L5 that were approved but not yet sent.",
    continues: "Everything at L1 to L3; at L4 and L5 proposing, rejecting, withdrawing, reading and probing.",
  },
};

/** Why an approved write of this tier does not leave for NetSuite now, as the end of a sentence; null: it leaves. */
export function waitWords({ switches, lane }: Pick<Overview, "switches" | "lane">, tier = 0): string | null {
  const halting = switches.find(({ name, engaged }) => engaged && (name !== "high_risk_ops" || tier >= 4));
  if (halting) return `once the ${SWITCH_WORDS[halting.name].title} switch is released`;
  return lane.state === "halted" ? "once its lane is open again" : null;
}

export function sourceWords(source: SwitchSource | null): string {
  if (source === "environment") return "from the server's environment";
  return source === "global" ? "for every tenant" : "for this tenant";
}
