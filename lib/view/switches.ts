import type { SwitchName, SwitchSource } from "@/lib/core/kill-switch";

interface SwitchWords {
  title: string;
  halts: string;
  goesOn: string;
}

export const SWITCH_WORDS: Record<SwitchName, SwitchWords> = {
  ns_writes: {
    title: "NetSuite writes",
    halts: "Every sending to NetSuite that writes. Approved actions wait as queued and spend no attempt.",
    goesOn: "Proposing, approving, rejecting, reading and probing.",
  },
  proposed_apply: {
    title: "Applying proposals",
    halts:
      "Approving at every tier, auto-approval, writes that were approved but not yet sent, and all that workflow runs send to addresses or ask models.",
    goesOn: "Proposing, rejecting, withdrawing, reading and probing; other steps of runs.",
  },
  high_risk_ops: {
    title: "High-risk operations",
    halts: "Approving at L4 and L5, and writes of L4 and L5 that were approved but not yet sent.",
    goesOn: "Everything at L1 to L3; at L4 and L5 proposing, rejecting, withdrawing, reading and probing.",
  },
};

export function sourceWords(source: SwitchSource | null): string {
  if (source === "environment") return "from the server's environment";
  return source === "global" ? "for every tenant" : "for this tenant";
}
