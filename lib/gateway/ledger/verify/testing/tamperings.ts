/**
 * Ways to change evidence, each as one statement or more. `%applied%` and its kin stand for the ids of the busy tenant's
 * actions, `%tenant%` for its own.
 */
export interface Tampering {
  name: string;
  /** The kind of fault that must be among those found. */
  finds: string;
  sql: string | string[];
}

const action = (set: string, fate = "applied") => `UPDATE proposed_actions SET ${set} WHERE id = %${fate}%`;
const payload = `replace(payload_text, 'Friday', 'Monday')`;

export const ROW_TAMPERINGS: Tampering[] = [
  {
    name: "an approved action is made pending again",
    finds: "status_differs",
    sql: action("status = 'pending', decided_at = NULL, claim_token = NULL", "dead"),
  },
  {
    name: "a pending action is marked rejected",
    finds: "status_differs",
    sql: action(
      "status = 'rejected', decision = 'reject', decided_at = now(), decided_by_kind = 'person', decided_by_user_id = 1, decided_by_label = 'Ana'",
      "pending",
    ),
  },
  {
    name: "a pending action is marked approved",
    finds: "status_differs",
    sql: action(
      "status = 'approved', decision = 'approve', decided_at = now(), decided_by_kind = 'person', decided_by_user_id = 1, decided_by_label = 'Ana', claim_token = gen_random_uuid(), approvers = '{1}'",
      "pending",
    ),
  },
  {
    name: "the payload's text is rewritten",
    finds: "payload_hash_differs",
    sql: action(`payload_text = ${payload}`),
  },
  {
    name: "the payload is rewritten with its hash",
    finds: "payload_hash_differs",
    sql: action(
      `payload_text = ${payload}, payload_json = (${payload})::jsonb, payload_hash = encode(sha256(convert_to(${payload}, 'UTF8')), 'hex')`,
    ),
  },
  {
    name: "the payload's JSON is rewritten",
    finds: "payload_json_differs",
    sql: action("payload_json = jsonb_set(payload_json, '{entity_ref}', '\"Somebody\"')"),
  },
  { name: "the tier is lowered", finds: "risk_differs", sql: action("risk_level = 1", "voted") },
  { name: "the rule of the tier is renamed", finds: "risk_differs", sql: action("risk_rule = 'harmless'") },
  { name: "the weighed figures are changed", finds: "risk_differs", sql: action("risk_weighed = '{}'") },
  { name: "a raise of the tier is claimed", finds: "risk_differs", sql: action("raised_from = 1") },
  { name: "the effects are changed", finds: "row_differs", sql: action("effects = '{}'") },
  { name: "a mark is added", finds: "row_differs", sql: action("marks = marks || '{harmless}'") },
  { name: "the place is changed", finds: "row_differs", sql: action("location_ref = 'elsewhere'") },
  { name: "the parts of its weight are changed", finds: "row_differs", sql: action("weight_parts = '[7]'") },
  { name: "a lower tier is claimed", finds: "row_differs", sql: action("claimed_risk_level = 1") },
  {
    name: "fewer approvals are asked for",
    finds: "requirements_differ",
    sql: action("required_approvals = 1", "voted"),
  },
  {
    name: "the step-up is taken away",
    finds: "requirements_differ",
    sql: action("requires_step_up = NOT requires_step_up"),
  },
  {
    name: "another policy version is named",
    finds: "row_differs",
    sql: action("policy_version = 2, policy_hash = repeat('a', 64)", "pending"),
  },
  {
    name: "another rule of the policy is named",
    finds: "requirements_differ",
    sql: action("policy_rule = 'other'"),
  },
  {
    name: "the expiry is moved",
    finds: "expiry_differs",
    sql: action("expires_at = expires_at + interval '1 day'", "pending"),
  },
  {
    name: "the expiry of an extended action is moved",
    finds: "expiry_differs",
    sql: action("expires_at = expires_at + interval '1 day'", "extended"),
  },
  {
    name: "another decider is named",
    finds: "decision_fields_differ",
    sql: action("decided_by_label = 'Somebody'"),
  },
  {
    name: "the decision is dated back",
    finds: "decision_fields_differ",
    sql: action("decided_at = decided_at - interval '1 day'"),
  },
  {
    name: "the decision's comment is changed",
    finds: "decision_fields_differ",
    sql: action("decision_comment = 'Agreed'", "rejected"),
  },
  {
    name: "the claim's token is replaced",
    finds: "decision_fields_differ",
    sql: action("claim_token = gen_random_uuid()"),
  },
  {
    name: "an approver is added",
    finds: "approvers_differ",
    sql: action("approvers = approvers || 3::bigint", "halfVoted"),
  },
  {
    name: "an approver is replaced",
    finds: "approvers_differ",
    sql: action("approvers = ARRAY[3::bigint] || approvers[2:]", "voted"),
  },
  {
    name: "an end is dated back",
    finds: "end_differs",
    sql: action("ended_at = ended_at - interval '1 day'", "cancelled"),
  },
  {
    name: "an end is given another reason",
    finds: "end_differs",
    sql: action("end_reason = 'by mistake'", "cancelled"),
  },
  {
    name: "an end is given to somebody else",
    finds: "end_differs",
    sql: action("ended_by_label = 'Somebody'", "withdrawn"),
  },
  {
    name: "the time of writing is moved",
    finds: "applied_differs",
    sql: action("applied_at = applied_at - interval '1 hour'"),
  },
  {
    name: "another record is named as written",
    finds: "applied_differs",
    sql: action("ns_internal_id = '999'"),
  },
  {
    name: "another successor is named",
    finds: "successor_differs",
    sql: action("superseded_by_id = %applied%", "edited"),
  },
  {
    name: "another agent is named",
    finds: "row_differs",
    sql: action("agent_id = (SELECT max(id) FROM agents WHERE tenant_id = %tenant%)"),
  },
  {
    name: "the person that the agent spoke for is removed",
    finds: "row_differs",
    sql: action("on_behalf_of_user_id = CASE WHEN on_behalf_of_user_id IS NULL THEN 1 END"),
  },
  { name: "an author is named", finds: "row_differs", sql: action("author_user_id = 1") },
  { name: "the impact is lowered", finds: "row_differs", sql: action("impact_cents = 1", "price") },
  {
    name: "the facts that were read are changed",
    finds: "row_differs",
    sql: action("facts_json = facts_json || '{\"x\": 1}'"),
  },
  { name: "the model is renamed", finds: "row_differs", sql: action("model = 'another'", "pending") },
  {
    name: "the idempotency key is replaced",
    finds: "row_differs",
    sql: action("idempotency_key = 'another'", "pending"),
  },
  { name: "the trace id is replaced", finds: "row_differs", sql: action("trace_id = 'another'", "pending") },
  {
    name: "the proposal is dated back",
    finds: "row_differs",
    sql: action("created_at = created_at - interval '1 day'"),
  },
  {
    name: "the agent's reason is rewritten",
    finds: "prose_differs",
    sql: action("reason = 'They asked for it'"),
  },
  {
    name: "the agent's words are blanked before their time",
    finds: "prose_blanked_unlawfully",
    sql: action("reason = '', evidence_json = '[]', conversation_ref = NULL, prose_blanked_at = now()"),
  },
  {
    name: "an action is undone of another",
    finds: "row_differs",
    sql: action("undo_of_id = %applied%", "pending"),
  },
];
