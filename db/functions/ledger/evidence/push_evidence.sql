-- The part of a push that never changes, as the text that the approving event hashes with those of the other lines. A
-- push without a grace has no such member: the hashes of those that are older still hold.
CREATE OR REPLACE FUNCTION push_evidence(p ns_pending_pushes) RETURNS text LANGUAGE sql STABLE SET timezone = 'UTC'
AS $$
  SELECT (jsonb_build_object(
    'id', p.id, 'tenant_id', p.tenant_id, 'action_id', p.action_id, 'line_no', p.line_no, 'action_key', p.action_key,
    'record_key', p.record_key, 'destination', p.destination, 'payload_json', p.payload_json,
    'payload_hash', p.payload_hash)
    || CASE WHEN p.grace_until IS NULL THEN '{}' ELSE jsonb_build_object('grace_until', p.grace_until) END)::text
$$;
