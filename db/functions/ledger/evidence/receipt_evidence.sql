-- A receipt, as the text whose hash the event of its push's settlement holds.
CREATE OR REPLACE FUNCTION receipt_evidence(r action_receipts) RETURNS text LANGUAGE sql STABLE SET timezone = 'UTC'
AS $$
  SELECT jsonb_build_object(
    'id', r.id, 'tenant_id', r.tenant_id, 'action_id', r.action_id, 'push_id', r.push_id,
    'idempotency_key', r.idempotency_key, 'status', r.status, 'request', r.request_metadata,
    'response', r.response_metadata, 'verification', r.verification, 'reversible', r.reversible,
    'how_to_reverse', r.how_to_reverse, 'correlation_id', r.correlation_id, 'started_at', r.started_at,
    'completed_at', r.completed_at)::text
$$;
