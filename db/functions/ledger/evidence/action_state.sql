-- The part of an action that moves, as its events record it: each holds the state that it left behind.
CREATE OR REPLACE FUNCTION action_state(a proposed_actions) RETURNS jsonb LANGUAGE sql STABLE SET timezone = 'UTC' AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'status', a.status, 'expires_at', a.expires_at, 'required_approvals', a.required_approvals,
    'requires_step_up', a.requires_step_up, 'policy_rule', a.policy_rule, 'approvers', a.approvers,
    'claim_token', a.claim_token, 'decision', a.decision, 'decided_at', a.decided_at,
    'decided_by_kind', a.decided_by_kind, 'decided_by_user_id', a.decided_by_user_id,
    'decided_by_label', a.decided_by_label, 'decision_comment', a.decision_comment, 'ended_at', a.ended_at,
    'ended_by_label', a.ended_by_label, 'end_reason', a.end_reason, 'applied_at', a.applied_at,
    'ns_internal_id', a.ns_internal_id, 'superseded_by_id', a.superseded_by_id, 'grace_until', a.grace_until))
$$;
