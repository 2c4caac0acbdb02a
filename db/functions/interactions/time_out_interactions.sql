-- Ends open questions whose time is over at p_now, at most p_limit, and tells the ledger. One statement claims them; a
-- question that somebody answers at the moment is skipped, because that answer looks at the time itself.
-- Returns the ids.
CREATE OR REPLACE FUNCTION time_out_interactions(p_tenant bigint, p_now timestamptz, p_limit integer) RETURNS bigint[]
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_row hil_interactions;
  v_ids bigint[] := '{}';
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  FOR v_row IN
    UPDATE hil_interactions h SET status = 'timeout', ended_at = p_now, updated_at = clock_timestamp(),
      response_data = jsonb_build_object('answer', h.default_response, 'by', NULL, 'at', p_now, 'timed_out', true,
                                         'answers', '[]'::jsonb)
    WHERE h.tenant_id = p_tenant AND h.status = 'pending' AND h.id IN (
      SELECT o.id FROM hil_interactions o
      WHERE o.tenant_id = p_tenant AND o.status = 'pending' AND o.timeout_at <= p_now
      ORDER BY o.timeout_at, o.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING h.*
  LOOP
    PERFORM append_event(p_tenant, 'interaction', v_row.id, 'interaction.timed_out', 'system', 'timeout',
      jsonb_build_object('timeout_action', v_row.timeout_action));
    v_ids := v_ids || v_row.id;
  END LOOP;
  RETURN v_ids;
END $$;
