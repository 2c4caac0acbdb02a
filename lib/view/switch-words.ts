import type { SwitchName, SwitchSource } from "@/lib/core/kill-switch";

/** Apart from the titles, which are the only words about switches on the first screen. */
export const SWITCH_WORDS: Record<SwitchName, { halts: string; continues: string }> = {
  ns_writes: {
    halts: "Every write to NetSuite. Approved actions stay queued and spend no attempt.",
    continues: "Proposing, approving, rejecting, reading and probing.",
  },
  proposed_apply: {
    halts:
      "Approving at every tier, auto-approval, writes that were approved but not yet sent, and the requests and model calls of workflow runs.",
    continues: "Proposing, rejecting, withdrawing, reading and probing; other steps of runs.",
  },
  high_risk_ops: {
    halts: "Approving at L4 and L5, and writes of L4 and L5 that were approved but not yet sent.",
    continues: "Everything at L1 to L3; at L4 and L5 proposing, rejecting, withdrawing, reading and probing.",
  },
};

export function sourceWords(source: SwitchSource | null): string {
  if (source === "environment") return "from the server's environment";
  return source === "global" ? "for every tenant" : "for this tenant";
}
