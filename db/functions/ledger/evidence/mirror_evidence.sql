-- A row of the applied mirror, as the text whose hash the applying event holds.
CREATE OR REPLACE FUNCTION mirror_evidence(m proposed_actions_applied_mirror) RETURNS text
LANGUAGE sql STABLE SET timezone = 'UTC' AS $$
  SELECT jsonb_build_object(
    'id', m.id, 'tenant_id', m.tenant_id, 'action_id', m.action_id, 'action_type', m.action_type,
    'entity_type', m.entity_type, 'entity_ref', m.entity_ref, 'payload_json', m.payload_json,
    'payload_hash', m.payload_hash, 'ns_internal_id', m.ns_internal_id, 'verification', m.verification,
    'decided_by_label', m.decided_by_label, 'approved_at', m.approved_at, 'applied_at', m.applied_at)::text
$$;
