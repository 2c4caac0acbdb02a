-- Moves pending actions whose time has passed to expired, at most p_limit, and tells the ledger and Inngest.
-- Skips rows that a decision holds at the moment: that decision answers by the clock itself. The steps that they wake
-- are held first, in the order of their ids: so does whoever ends a run's steps. Returns the ids it moved.
CREATE OR REPLACE FUNCTION expire_actions(p_tenant bigint, p_limit integer) RETURNS bigint[] LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint;
  v_due bigint[];
  v_ids bigint[] := '{}';
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  v_due := ARRAY(
    SELECT id FROM proposed_actions
    WHERE tenant_id = p_tenant AND status = 'pending' AND expires_at <= clock_timestamp()
    ORDER BY expires_at, id LIMIT p_limit FOR UPDATE SKIP LOCKED);
  PERFORM FROM steps s
    WHERE s.tenant_id = p_tenant AND s.proposed_action_id = ANY (v_due) AND s.status = 'waiting_approval'
    ORDER BY s.id FOR NO KEY UPDATE;
  FOREACH v_id IN ARRAY v_due LOOP
    UPDATE proposed_actions SET status = 'expired', ended_at = clock_timestamp(), ended_by_label = 'expiry',
      end_reason = 'nobody decided in time'
      WHERE id = v_id AND tenant_id = p_tenant AND status = 'pending';
    IF FOUND THEN
      PERFORM append_event(p_tenant, 'proposed_action', v_id, 'hitl.expired', 'system', 'expiry', '{}');
      PERFORM enqueue_outbox(p_tenant, 'hitl.expired', 'action-' || v_id || '-expired',
        jsonb_build_object('tenant_id', p_tenant, 'action_id', v_id));
      v_ids := v_ids || v_id;
    END IF;
  END LOOP;
  RETURN v_ids;
END $$;
