-- The part of a push that never changes, as the text that the approving event hashes with those of the other lines.
CREATE OR REPLACE FUNCTION push_evidence(p ns_pending_pushes) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'id', p.id, 'tenant_id', p.tenant_id, 'action_id', p.action_id, 'line_no', p.line_no, 'action_key', p.action_key,
    'record_key', p.record_key, 'destination', p.destination, 'payload_json', p.payload_json,
    'payload_hash', p.payload_hash)::text
$$;
