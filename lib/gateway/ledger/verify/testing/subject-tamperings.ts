import type { Tampering } from "./tamperings";

const global = "tenant_id IS NULL AND name = 'high_risk_ops'";
const own = "tenant_id = %tenant%";

export const SUBJECT_TAMPERINGS: Tampering[] = [
  {
    name: "a tenant's switch is engaged silently",
    finds: "switch_differs",
    sql: `UPDATE kill_switches SET engaged = true, reason = 'x' WHERE ${own} AND name = 'ns_writes'`,
  },
  {
    name: "a released switch is given another reason",
    finds: "switch_differs",
    sql: `UPDATE kill_switches SET reason = 'nothing' WHERE ${own} AND name = 'high_risk_ops'`,
  },
  {
    name: "the counter of a switch is set back",
    finds: "switch_differs",
    sql: `UPDATE kill_switches SET flips = 0 WHERE ${own} AND name = 'high_risk_ops'`,
  },
  {
    name: "a global switch is released silently",
    finds: "switch_differs",
    sql: `UPDATE kill_switches SET engaged = false WHERE ${global}`,
  },
  {
    name: "a global switch is given to somebody else",
    finds: "switch_differs",
    sql: `UPDATE kill_switches SET changed_by_label = 'Somebody' WHERE ${global}`,
  },
  {
    name: "a global switch is dated back",
    finds: "switch_differs",
    sql: `UPDATE kill_switches SET changed_at = changed_at - interval '1 day' WHERE ${global}`,
  },
  {
    name: "a period is shortened",
    finds: "retention_differs",
    sql: `UPDATE retention_periods SET days = 30 WHERE ${own} AND kind = 'agent_prose'`,
  },
  {
    name: "a threshold is raised",
    finds: "rules_differ",
    sql: `UPDATE risk_tier_rules SET at_least = at_least * 100 WHERE ${own} AND at_least IS NOT NULL`,
  },
  {
    name: "a threshold is deleted",
    finds: "rules_differ",
    sql: `DELETE FROM risk_tier_rules WHERE ${own} AND tier = 5`,
  },
  {
    name: "a threshold is added",
    finds: "rules_differ",
    sql: `INSERT INTO risk_tier_rules (tenant_id, action_type, name, measure, at_least, tier) VALUES (%tenant%, 'ar_note', 'mine', 'impact_cents', 1, 1)`,
  },
  {
    name: "a policy's text is rewritten",
    finds: "policy_hash_differs",
    sql: `UPDATE policies SET cedar_text = cedar_text || ' ' WHERE ${own}`,
  },
  {
    name: "a policy is rewritten with its hash",
    finds: "policies_differ",
    sql: `UPDATE policies SET cedar_text = 'permit (principal, action, resource);', hash = encode(sha256('permit (principal, action, resource);'), 'hex') WHERE ${own} AND version = 2`,
  },
  {
    name: "a policy is published past the ledger",
    finds: "policies_differ",
    sql: `INSERT INTO policies (tenant_id, version, hash, cedar_text, created_by_label) VALUES (%tenant%, 3, encode(sha256('permit (principal, action, resource);'), 'hex'), 'permit (principal, action, resource);', 'Adam')`,
  },
  {
    name: "a policy on which decisions rest is deleted",
    finds: "policy_unknown",
    sql: `DELETE FROM policies WHERE ${own} AND version = 2`,
  },
  {
    name: "a signature is widened",
    finds: "authorisation_differs",
    sql: `UPDATE standing_authorisations SET per_day_max = 99999 WHERE ${own}`,
  },
  {
    name: "a signature is given to more types",
    finds: "authorisation_differs",
    sql: `UPDATE standing_authorisations SET action_types = action_types || 'ar_note'::text WHERE ${own}`,
  },
  {
    name: "a signature is forged",
    finds: "chain_missing",
    sql: `INSERT INTO standing_authorisations (tenant_id, action_types, risk_level_max, per_day_max, policy_version, signed_by_user_id, signed_by_label, expires_at) SELECT tenant_id, action_types, 1, 5, 1, signed_by_user_id, signed_by_label, expires_at FROM standing_authorisations WHERE ${own} LIMIT 1`,
  },
  {
    name: "a viewer is made an administrator",
    finds: "membership_differs",
    sql: `UPDATE memberships SET role = 'admin' WHERE ${own} AND role = 'viewer' AND revoked_at IS NULL`,
  },
  {
    name: "a revoked person is restored",
    finds: "membership_differs",
    sql: `UPDATE memberships SET revoked_at = NULL WHERE ${own} AND revoked_at IS NOT NULL`,
  },
  {
    name: "a newcomer is dated back into office",
    finds: "membership_differs",
    sql: `UPDATE memberships SET in_office_since = now() - interval '9 days' WHERE ${own} AND role = 'approver'`,
  },
  {
    name: "a voter is said to be made by somebody else",
    finds: "membership_differs",
    sql: `UPDATE memberships SET made_by = made_by || 77::bigint WHERE ${own} AND role = 'approver'`,
  },
  {
    name: "new credentials are said to be another's",
    finds: "membership_differs",
    sql: `UPDATE memberships SET recovered_at = now(), recovered_by_user_id = user_id WHERE ${own} AND role = 'approver'`,
  },
  {
    name: "a leave is said to be confirmed",
    finds: "membership_differs",
    sql: `INSERT INTO administrator_words (tenant_id, user_id, about, number, by_user_id) SELECT tenant_id, user_id, 'confirmed_leave', 1, user_id FROM memberships WHERE ${own} AND role = 'approver'`,
  },
  {
    name: "whoever replaced credentials is covered up",
    finds: "membership_differs",
    sql: `UPDATE memberships SET recovery_hands = '{}', recoveries = recoveries + 1 WHERE ${own} AND role = 'approver'`,
  },
  {
    name: "a role is said to wait",
    finds: "membership_differs",
    sql: `UPDATE memberships SET pending_role = 'admin', pending_role_by_user_id = user_id, pending_role_at = now() WHERE ${own} AND role = 'viewer'`,
  },
  {
    name: "an agent's key is said to be made by another",
    finds: "agent_differs",
    sql: `UPDATE agents SET key_makers = key_makers || 77::bigint WHERE ${own} AND name = 'pricing-agent'`,
  },
  {
    name: "a switch takes another's place",
    finds: "switch_differs",
    sql: [
      `DELETE FROM kill_switches WHERE ${own} AND name = 'ns_writes'`,
      `UPDATE kill_switches SET name = 'ns_writes' WHERE ${own} AND name = 'high_risk_ops'`,
    ],
  },
  {
    name: "content is shown to viewers",
    finds: "chain_missing",
    sql: `INSERT INTO content_settings (tenant_id, viewers_see_content, reason, changed_by_label) VALUES (%tenant%, true, 'x', 'Adam')`,
  },
  {
    name: "the time to take back is set past the ledger",
    finds: "chain_missing",
    sql: `INSERT INTO grace_settings (tenant_id, seconds, reason, changed_by_label) VALUES (%tenant%, 0, 'x', 'Adam')`,
  },
  {
    name: "the limits of proposals are set past the ledger",
    finds: "chain_missing",
    sql: `INSERT INTO proposal_limits (tenant_id, pending_max, high_max, agent_high_max, record_max, record_high_max, reason, changed_by_label) VALUES (%tenant%, 9, 9, 9, 9, 9, 'x', 'Adam')`,
  },
  {
    name: "an agent is paused past the ledger",
    finds: "agent_differs",
    sql: `UPDATE agents SET paused_at = now() WHERE ${own} AND name = 'pricing-agent'`,
  },
  {
    name: "a company is entitled to one type alone",
    finds: "chain_missing",
    sql: `UPDATE tenants SET entitled_action_types = '{ar_note}' WHERE id = %tenant%`,
  },
  {
    name: "a revoked agent is restored",
    finds: "agent_differs",
    sql: `UPDATE agents SET revoked_at = NULL WHERE ${own} AND revoked_at IS NOT NULL`,
  },
  {
    name: "an agent's key is replaced",
    finds: "agent_differs",
    sql: `UPDATE agents SET key_hash = 'mine' WHERE ${own} AND name = 'pricing-agent'`,
  },
  {
    name: "an agent speaks for somebody else",
    finds: "agent_differs",
    sql: `UPDATE agents SET on_behalf_of_user_id = 1 WHERE ${own} AND name = 'pricing-agent'`,
  },
];
