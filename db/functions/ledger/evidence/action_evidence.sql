-- The part of an action that never changes, as the text whose hash its first event holds. Times are UTC, so that every
-- session makes the same bytes. A new column joins by a new member at a new version of the body, never in this text:
-- the hashes of rows that exist would no longer hold.
CREATE OR REPLACE FUNCTION action_evidence(a proposed_actions) RETURNS text LANGUAGE sql STABLE SET timezone = 'UTC'
AS $$
  SELECT jsonb_build_object(
    'id', a.id, 'tenant_id', a.tenant_id, 'action_type', a.action_type, 'entity_type', a.entity_type,
    'entity_ref', a.entity_ref, 'payload_json', a.payload_json, 'payload_text', a.payload_text,
    'payload_hash', a.payload_hash, 'input_fingerprint', a.input_fingerprint,
    'precondition_key', a.precondition_key, 'effects', a.effects, 'marks', a.marks, 'location_ref', a.location_ref,
    'weight_parts', a.weight_parts, 'claimed_risk_level', a.claimed_risk_level, 'facts_json', a.facts_json,
    'facts_read_at', a.facts_read_at,
    'movement_percent', a.movement_percent, 'impact_cents', a.impact_cents, 'impact_currency', a.impact_currency,
    'customer_ref', a.customer_ref, 'sku', a.sku, 'record_ref', a.record_ref, 'agent_id', a.agent_id,
    'on_behalf_of_user_id', a.on_behalf_of_user_id, 'author_user_id', a.author_user_id, 'model', a.model,
    'prompt_template_version', a.prompt_template_version, 'correlation_id', a.correlation_id, 'trace_id', a.trace_id,
    'idempotency_key', a.idempotency_key, 'request_hash', a.request_hash, 'policy_version', a.policy_version,
    'policy_hash', a.policy_hash, 'supersedes_id', a.supersedes_id, 'undo_of_id', a.undo_of_id,
    'created_at', a.created_at)::text
$$;
