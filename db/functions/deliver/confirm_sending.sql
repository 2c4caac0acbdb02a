-- The last look before a request leaves: the action still stands, the lease still holds, no switch is engaged, and the
-- tenant's account is the one that the request is signed for. The lease's time begins again. Returns its new end, after
-- which the destination must not begin. Null: nothing may leave.
--
-- The push is locked before the switches are read, so that whoever engages one waits for no look that itself waits.
-- One plan for all values, as in begin_sending.
CREATE OR REPLACE FUNCTION confirm_sending(p jsonb) RETURNS timestamptz
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- p: tenant_id, push_id, lease_owner, lease_attempt, lease_seconds, switches[], switches_from_environment[],
  --    switches_seen [{id, flips, released}], own_account_id (both as the caller read them)
  v_tenant bigint := (p ->> 'tenant_id')::bigint;
  v_id bigint := (p ->> 'push_id')::bigint;
  v_engaged text;
  v_not_after timestamptz;
BEGIN
  PERFORM set_config('app.tenant_id', v_tenant::text, true);
  PERFORM 1 FROM ns_pending_pushes WHERE tenant_id = v_tenant AND id = v_id FOR NO KEY UPDATE;
  -- Held until the sending is on record: an action that ends from now on ended after it was sent.
  PERFORM 1 FROM proposed_actions a JOIN ns_pending_pushes u ON u.tenant_id = a.tenant_id AND u.action_id = a.id
    WHERE u.tenant_id = v_tenant AND u.id = v_id AND a.status = 'approved' FOR SHARE OF a;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT s.name INTO v_engaged FROM engaged_switch(
    v_tenant, ARRAY(SELECT jsonb_array_elements_text(p -> 'switches')),
    ARRAY(SELECT jsonb_array_elements_text(p -> 'switches_from_environment')),
    coalesce(p -> 'switches_seen', '[]')) AS s;
  IF v_engaged IS NOT NULL OR live_account_id(v_tenant) IS DISTINCT FROM (p ->> 'own_account_id')::bigint THEN
    RETURN NULL;
  END IF;
  UPDATE ns_pending_pushes SET sent_at = clock_timestamp(),
      lease_expires_at = clock_timestamp() + make_interval(secs => (p ->> 'lease_seconds')::double precision)
    WHERE tenant_id = v_tenant AND id = v_id AND status = 'pushing' AND lease_expires_at > clock_timestamp()
      AND lease_owner = (p ->> 'lease_owner') AND lease_attempt = (p ->> 'lease_attempt')::integer
    RETURNING lease_expires_at INTO v_not_after;
  RETURN v_not_after;
END $$;
