-- Ends open questions whose time is over at p_now, at most p_limit, and tells the ledger. One statement claims them; a
-- question that somebody answers at the moment is skipped, because that answer looks at the time itself. The steps that
-- they wake are held first, in the order of their ids: so does whoever ends a run's steps.
-- Returns the ids.
CREATE OR REPLACE FUNCTION time_out_interactions(p_tenant bigint, p_now timestamptz, p_limit integer) RETURNS bigint[]
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_row hil_interactions;
  v_due bigint[];
  v_ids bigint[] := '{}';
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  v_due := ARRAY(
    SELECT o.id FROM hil_interactions o
    WHERE o.tenant_id = p_tenant AND o.status = 'pending' AND o.timeout_at <= p_now
    ORDER BY o.timeout_at, o.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED);
  PERFORM FROM steps s
    WHERE s.tenant_id = p_tenant AND s.status = 'waiting_input' AND s.id IN (
      SELECT a.id FROM unnest(v_due) AS d (id)
        JOIN hil_interactions h ON h.tenant_id = p_tenant AND h.id = d.id
        JOIN steps a ON a.tenant_id = p_tenant AND a.run_id = h.execution_id AND a.idempotency_key = h.node_id)
    ORDER BY s.id FOR NO KEY UPDATE OF s;
  FOR v_row IN
    UPDATE hil_interactions h SET status = 'timeout', ended_at = p_now, updated_at = clock_timestamp(),
      response_data = jsonb_build_object('answer', h.default_response, 'by', NULL, 'at', p_now, 'timed_out', true,
                                         'answers', '[]'::jsonb)
    WHERE h.tenant_id = p_tenant AND h.status = 'pending' AND h.id = ANY (v_due)
    RETURNING h.*
  LOOP
    PERFORM append_event(p_tenant, 'interaction', v_row.id, 'interaction.timed_out', 'system', 'timeout',
      jsonb_build_object('timeout_action', v_row.timeout_action));
    v_ids := v_ids || v_row.id;
  END LOOP;
  RETURN v_ids;
END $$;
