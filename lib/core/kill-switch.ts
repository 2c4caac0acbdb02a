/**
 * `ns_writes` halts sending to NetSuite, `proposed_apply` halts approving, sending, and the requests and models of runs,
 * `high_risk_ops` approving and sending at L4 and L5.
 */
export const SWITCH_NAMES = ["ns_writes", "proposed_apply", "high_risk_ops"] as const;
export type SwitchName = (typeof SWITCH_NAMES)[number];

/** The origin of an engaged switch; one that the environment engages cannot be released by a page. */
export const SWITCH_SOURCES = ["tenant", "global", "environment"] as const;
export type SwitchSource = (typeof SWITCH_SOURCES)[number];
