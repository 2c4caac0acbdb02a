-- Requests these pushes again, each under a new event id. Returns how many were requested. A push that somebody else
-- holds is waited for: the caller holds them, or picks those that nobody holds.
CREATE OR REPLACE FUNCTION request_pushes(p_tenant bigint, p_ids bigint[]) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_requested integer;
BEGIN
  WITH requested AS (
    UPDATE ns_pending_pushes SET send_round = send_round + 1 WHERE tenant_id = p_tenant AND id = ANY (p_ids)
    RETURNING id, send_round)
  INSERT INTO outbox (tenant_id, event_name, event_id, body_json)
  SELECT p_tenant, 'ns-push.requested', 'push-' || id || '-round-' || send_round,
         jsonb_build_object('tenant_id', p_tenant, 'push_id', id) FROM requested
  ON CONFLICT (tenant_id, event_id) DO NOTHING;
  GET DIAGNOSTICS v_requested = ROW_COUNT;
  RETURN v_requested;
END $$;
