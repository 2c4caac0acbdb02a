-- Asks the next responder as well where nobody answered for so long, at most p_limit questions. Returns their ids. A
-- sweep that comes late asks one more, not all at once.
CREATE OR REPLACE FUNCTION escalate_interactions(p_tenant bigint, p_now timestamptz, p_limit integer) RETURNS bigint[]
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_row hil_interactions;
  v_ids bigint[] := '{}';
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  FOR v_row IN
    UPDATE hil_interactions h SET asked = h.asked + 1, updated_at = clock_timestamp(),
      next_escalation_at = CASE WHEN h.asked + 1 < jsonb_array_length(h.responders)
        THEN p_now + make_interval(secs => h.escalate_after_seconds) END
    WHERE h.tenant_id = p_tenant AND h.status = 'pending' AND h.id IN (
      SELECT o.id FROM hil_interactions o
      WHERE o.tenant_id = p_tenant AND o.status = 'pending' AND o.next_escalation_at <= p_now
        AND o.timeout_at > p_now AND o.asked < jsonb_array_length(o.responders)
      ORDER BY o.next_escalation_at, o.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING h.*
  LOOP
    PERFORM append_event(p_tenant, 'interaction', v_row.id, 'interaction.escalated', 'system', 'escalation',
      jsonb_build_object('asked', v_row.asked));
    v_ids := v_ids || v_row.id;
  END LOOP;
  RETURN v_ids;
END $$;
