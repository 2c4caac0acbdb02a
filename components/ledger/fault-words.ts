/** Says what to do about a fault, by what was touched. */

const byKind: Readonly<Record<string, string>> = {
  columns_differ: "The sealed text holds; the columns beside it were edited.",
  status_differs: "Engage the kill switches and find out who changed the row.",
  approval_unfounded: "Engage the kill switches: it was approved past the rule.",
  proposal_unsealed: "Reject it. Somebody wrote it into the database past the app: find out who.",
  approval_unsealed: "Its push is refused. Somebody decided past the app: find out who.",
  rejection_unsealed:
    "It does not come back by itself: have it proposed again, and find out who rejected it past the app.",
  end_unsealed: "Look in NetSuite whether it was written, and find out who ended it past the app.",
  act_unsealed: "Ask the person who is named. Somebody did it past the app: find out who.",
  outcome_unsealed: "Look in NetSuite whether it was written, and find out who said so past the app.",
  run_unbegun: "No step of it is done. Somebody wrote it into the database past the app: find out who.",
  run_unsealed: "No step of it is done. Somebody wrote it into the database past the app: find out who.",
  step_unsealed: "Look outside whether it was done. Somebody wrote that it was past the app: find out who.",
  receipt_unsealed:
    "Look outside what was asked, and what came of it. Somebody wrote the receipt past the app: find out who.",
  question_unsealed:
    "Ask whoever is named whether they said it. Somebody wrote the question or an answer past the app: find out who.",
  call_unsealed:
    "Ask the provider what it counted: the costs here may be wrong. Somebody ended the call past the app: find out who.",
  event_repeated: "Look in NetSuite whether it was written, and find out who copied it past the app.",
  event_foreign:
    "Nobody whom it names said it. Somebody wrote it into the database past the app: find out who.",
  draft_without_push:
    "Send nothing of it: nobody approved it. Find out who wrote it into the database past the app.",
  version_without_push:
    "The cache's readers do not see it. Find out who wrote it into the database past the app.",
  push_not_over: "Look in NetSuite which of its writes were made, and find out who ended it past the app.",
  settlement_unsealed: "Look in NetSuite whether it was written, and find out who ended it past the app.",
  change_unexplained: "Somebody changed the row between two events. Compare with a backup.",
  decision_missing: "Its push is refused as long as this stands. Compare with a backup.",
  policy_unknown: "Decisions rest on a policy that is not on record. Compare with a backup.",
  switch_differs: "Set the switch again on its page, and find out who changed it.",
  membership_differs: "Set the role again on the page of people, and find out who changed it.",
  agent_differs: "Rotate the agent's key, or revoke it, and find out who changed it.",
  content_setting_differs: "Set again on the page of people what viewers see, and find out who changed it.",
  grace_setting_differs: "Set the time to take back again on the page Rules, and find out who changed it.",
  proposal_limits_differ:
    "Set the limits of proposals again on the page of agents, and find out who changed them.",
  entitlement_differs: "Set the entitlement again by its command, and find out who changed it.",
  rules_differ: "Compare the thresholds with a backup before anything more is decided.",
  checkpoint_key_unknown: "Name the former public key in COUNTERSIGN_FORMER_PUBLIC_KEYS.",
  head_missing: "Events were cut off after it was exported. Compare with a backup.",
  head_differs: "The ledger was rewritten after it was exported. Compare with a backup.",
  head_not_of_this_ledger: "Choose a checkpoint that was exported from this company.",
};

const byBeginning: readonly (readonly [string, string])[] = [
  ["checkpoint_", "Events or checkpoints were rewritten. Compare with a backup."],
  ["payload_", "Its push is refused as long as this stands. Find out who changed the row."],
  ["policy", "Publish the policy again as it was, and find out who changed it."],
];

export function faultAdvice(kind: string): string {
  const begun = byBeginning.find(([beginning]) => kind.startsWith(beginning));
  return byKind[kind] ?? begun?.[1] ?? "Somebody changed rows past the product. Compare with a backup.";
}

const subjects: Record<string, string> = {
  proposed_action: "Proposed action",
  kill_switch: "Kill switch",
  audit_checkpoint: "Checkpoint",
};

/** Subjects of which a company has one: their number is the company's own and says nothing. */
const ofCompany: Record<string, string> = {
  risk_tier_rules: "Thresholds",
  policy: "Policy",
  retention_period: "Retention periods",
  content_setting: "What viewers see",
  grace_setting: "Time to take back",
  proposal_limits: "Limits of proposals",
  tenant: "Entitlement",
  push_lane: "NetSuite lane",
  job: "Jobs",
  run_caps: "Caps of runs",
  routing: "Notification rules",
  model_prices: "Model prices",
};

/** `Proposed action #8421`. */
export function subjectWords(entityType: string, id: number): string {
  const one = ofCompany[entityType];
  if (one !== undefined) return one;
  const plain = entityType.replaceAll("_", " ");
  return `${subjects[entityType] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`} #${id}`;
}
