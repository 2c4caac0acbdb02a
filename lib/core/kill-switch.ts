/** `ns_writes` halts sending, `proposed_apply` halts approving and sending, `high_risk_ops` the same for L4 and L5. */
export const SWITCH_NAMES = ["ns_writes", "proposed_apply", "high_risk_ops"] as const;
export type SwitchName = (typeof SWITCH_NAMES)[number];

/** The origin of an engaged switch; one that the environment engages cannot be released by a page. */
export const SWITCH_SOURCES = ["tenant", "global", "environment"] as const;
export type SwitchSource = (typeof SWITCH_SOURCES)[number];
