-- The outcome of a push, as the text whose hash the event of its settlement holds.
CREATE OR REPLACE FUNCTION push_outcome(p ns_pending_pushes) RETURNS text LANGUAGE sql STABLE SET timezone = 'UTC' AS $$
  SELECT jsonb_build_object(
    'id', p.id, 'status', p.status, 'netsuite_account', p.netsuite_account,
    'ns_internal_id', p.ns_internal_id, 'verification', p.verification,
    'readback', p.readback_json, 'applied_at', p.applied_at, 'ended_at', p.ended_at,
    'failure_class', p.failure_class, 'last_error', p.last_error_json)::text
$$;
