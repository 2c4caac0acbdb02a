-- Requests waiting pushes again under a new event id, one per action, at most p_limit of those after p_after. Returns
-- the last push that was considered (null: there were none) and the number that were requested.
CREATE OR REPLACE FUNCTION wake_waiting_pushes(
  p_tenant bigint, p_after bigint, p_limit integer, OUT last bigint, OUT woken integer
) LANGUAGE plpgsql AS $$
DECLARE
  v_ids bigint[];
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  SELECT array_agg(first.id ORDER BY first.id) INTO v_ids FROM (
    SELECT min(id) AS id FROM ns_pending_pushes WHERE tenant_id = p_tenant AND status = 'queued'
    GROUP BY action_id HAVING min(id) > p_after ORDER BY min(id) LIMIT p_limit) AS first;
  WITH requested AS (
    UPDATE ns_pending_pushes SET send_round = send_round + 1
    WHERE tenant_id = p_tenant AND id IN (
      SELECT id FROM ns_pending_pushes WHERE tenant_id = p_tenant AND id = ANY (v_ids) FOR UPDATE SKIP LOCKED)
    RETURNING id, send_round)
  INSERT INTO outbox (tenant_id, event_name, event_id, body_json)
  SELECT p_tenant, 'ns-push.requested', 'push-' || id || '-round-' || send_round,
         jsonb_build_object('tenant_id', p_tenant, 'push_id', id) FROM requested
  ON CONFLICT (tenant_id, event_id) DO NOTHING;
  GET DIAGNOSTICS woken = ROW_COUNT;
  last := v_ids[cardinality(v_ids)];
END $$;
