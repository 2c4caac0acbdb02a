-- Takes the lease of a push that may be sent, with its receipt, in one call: a sender that is frozen holds no lock.
--
-- The order matters. Everything that may be waited for is locked first (the record, a halted lane, the push), the
-- switches are read next, and only then anything is written: whoever engages a switch waits for no look that itself
-- waits. Leases on one record follow one another, so that the second sees the first: a replay may have put an earlier
-- push back while a later one was being leased. A push that cannot be leased is not locked, and neither is an open
-- lane.
--
-- The commit does not wait for the disk. Postgres writes its log in the order of commits, so that the commit of the
-- last look, which waits, carries the lease and its receipt: without that look nothing leaves. A crash of the database
-- before it may undo the lease. The push is queued then as it was, and its sender finds no lease to confirm or settle.
--
-- Every statement goes by ids. One plan for all values saves a connection's first calls the planning of each: measured
-- in docs/adr/0081.
--
-- Outcomes:
--   leased       the lease is the caller's; receipt_exists: its effect is proven already, and nothing must be sent
--   halted       by the switch halted_by
--   waiting      the other columns say for what
--   changed      the policy, the action, the tenant's account or entitlement, or a switch is no longer the one that the
--                caller judged: read again
--   not_found
CREATE OR REPLACE FUNCTION begin_sending(
  p jsonb,
  OUT outcome text, OUT halted_by text, OUT lease_attempt integer, OUT attempts integer, OUT receipt_exists boolean,
  OUT status text, OUT due_in_ms double precision, OUT earlier_push_id bigint, OUT lane_state text,
  OUT lane_probe_in_ms double precision
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- p: tenant_id, push_id, lease_owner, lease_seconds, lane_probe_seconds, policy_version, switches[],
  --    switches_from_environment[], switches_seen [{id, flips, released}] (as the caller read them),
  --    account (null: one serves every tenant), own_account_id (of the tenant's own account as the caller read it;
  --    null: it had none), receipt {correlation_id, metadata} (null: the caller refuses to send it, and leases it only
  --    to settle that)
  v_tenant bigint := (p ->> 'tenant_id')::bigint;
  v_id bigint := (p ->> 'push_id')::bigint;
  v_sends boolean := jsonb_typeof(p -> 'receipt') = 'object';
  v_push ns_pending_pushes;
  v_now record;
  v_receipts integer;
  v_moved boolean;
BEGIN
  PERFORM set_config('app.tenant_id', v_tenant::text, true), set_config('synchronous_commit', 'off', true);
  SELECT * INTO v_push FROM ns_pending_pushes WHERE tenant_id = v_tenant AND id = v_id;
  IF NOT FOUND THEN
    outcome := 'not_found';
    RETURN;
  END IF;
  PERFORM lock_records(v_tenant, 'record', jsonb_build_array(jsonb_build_object(
    'record_key', v_push.record_key, 'record_family', v_push.record_family, 'record_unread', v_push.record_unread)));
  SELECT * INTO v_now FROM push_obstacle(v_tenant, v_id);
  IF v_now.leasable THEN
    IF v_now.lane_state = 'halted' THEN
      PERFORM 1 FROM push_lanes WHERE tenant_id = v_tenant FOR NO KEY UPDATE;
    END IF;
    -- As it is after the wait.
    SELECT * INTO v_push FROM ns_pending_pushes WHERE tenant_id = v_tenant AND id = v_id FOR NO KEY UPDATE;
    SELECT * INTO v_now FROM push_obstacle(v_tenant, v_id);
  END IF;

  SELECT s.name, s.moved INTO halted_by, v_moved FROM engaged_switch(
    v_tenant, ARRAY(SELECT jsonb_array_elements_text(p -> 'switches')),
    ARRAY(SELECT jsonb_array_elements_text(p -> 'switches_from_environment')),
    coalesce(p -> 'switches_seen', '[]')) AS s;
  IF halted_by IS NOT NULL THEN
    outcome := CASE WHEN v_moved THEN 'changed' ELSE 'halted' END;
    RETURN;
  END IF;
  IF v_now.leasable IS NOT TRUE THEN
    outcome := 'waiting';
    status := v_now.status;
    due_in_ms := v_now.due_in_ms;
    earlier_push_id := v_now.earlier_push_id;
    lane_state := v_now.lane_state;
    lane_probe_in_ms := v_now.lane_probe_in_ms;
    RETURN;
  END IF;
  IF (p ->> 'policy_version')::integer IS DISTINCT FROM
       (SELECT coalesce(max(version), 0) FROM policies WHERE tenant_id = v_tenant)
     OR v_sends AND v_push.netsuite_account <> (p ->> 'account')
     -- The caller may have waited long for a place among the requests in flight since it read them.
     OR v_sends AND live_account_id(v_tenant) IS DISTINCT FROM (p ->> 'own_account_id')::bigint
     OR v_sends AND NOT EXISTS (
       SELECT 1 FROM proposed_actions a
       WHERE a.tenant_id = v_tenant AND a.id = v_push.action_id AND a.status = 'approved'
         AND is_entitled(v_tenant, a.action_type)) THEN
    outcome := 'changed';
    RETURN;
  END IF;

  IF v_now.lane_state = 'halted' THEN
    UPDATE push_lanes SET probe_at = clock_timestamp() + make_interval(secs => (p ->> 'lane_probe_seconds')::integer)
      WHERE tenant_id = v_tenant;
  END IF;
  UPDATE ns_pending_pushes u SET status = 'pushing', sent_at = NULL, lease_owner = p ->> 'lease_owner',
      lease_attempt = u.lease_attempt + 1,
      -- A lease that sends nothing goes to no account.
      netsuite_account = coalesce(u.netsuite_account, CASE WHEN v_sends THEN p ->> 'account' END),
      lease_expires_at = clock_timestamp() + make_interval(secs => (p ->> 'lease_seconds')::double precision)
    WHERE u.tenant_id = v_tenant AND u.id = v_id AND u.status = 'queued'
    RETURNING u.lease_attempt, u.attempts INTO begin_sending.lease_attempt, begin_sending.attempts;
  outcome := 'leased';
  receipt_exists := false;
  IF v_sends THEN
    -- The receipt of this effect, opened before anything is sent. A second lease of the same push finds it open.
    INSERT INTO action_receipts AS r (tenant_id, idempotency_key, action_id, push_id, status, request_metadata,
                                      correlation_id)
      VALUES (v_tenant, v_push.action_key, v_push.action_id, v_id, 'started',
              p #> '{receipt,metadata}' || jsonb_build_object('lease_attempt', begin_sending.lease_attempt),
              p #>> '{receipt,correlation_id}')
      ON CONFLICT (tenant_id, idempotency_key) DO UPDATE SET status = 'started', completed_at = NULL
        WHERE r.status <> 'applied';
    GET DIAGNOSTICS v_receipts = ROW_COUNT;
    receipt_exists := v_receipts = 0;
  END IF;
END $$;
