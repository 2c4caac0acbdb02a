-- A vote or a deciding claim, as the text whose hash its event holds.
CREATE OR REPLACE FUNCTION decision_evidence(d decisions) RETURNS text LANGUAGE sql STABLE SET timezone = 'UTC' AS $$
  SELECT jsonb_build_object(
    'id', d.id, 'tenant_id', d.tenant_id, 'action_id', d.action_id, 'decision', d.decision, 'outcome', d.outcome,
    'payload_hash', d.payload_hash, 'risk_level', d.risk_level, 'actor_kind', d.actor_kind,
    'actor_user_id', d.actor_user_id, 'actor_label', d.actor_label, 'comment', d.comment, 'channel', d.channel,
    'policy_version', d.policy_version, 'policy_hash', d.policy_hash, 'policy_rule', d.policy_rule,
    'edit_token_id', d.edit_token_id, 'standing_authorisation_id', d.standing_authorisation_id,
    'created_at', d.created_at)::text
$$;
