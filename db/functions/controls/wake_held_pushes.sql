-- Requests pushes again that somebody else held a moment ago, as soon as they are free: whoever was about to lease one
-- may have looked at a switch before its release. One that waits no more by then is left out. All of them together are
-- waited for at most p_limit; the rest are left to reconciliation. Returns how many were requested.
CREATE OR REPLACE FUNCTION wake_held_pushes(p_tenant bigint, p_ids bigint[], p_limit interval) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_end timestamptz := clock_timestamp() + p_limit;
  v_id bigint;
  v_free bigint[] := '{}';
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  FOREACH v_id IN ARRAY p_ids LOOP
    -- Zero would mean no limit.
    PERFORM set_config('lock_timeout',
      greatest(1, ceil(extract(epoch FROM v_end - clock_timestamp()) * 1000))::bigint::text, true);
    BEGIN
      PERFORM 1 FROM ns_pending_pushes
        WHERE tenant_id = p_tenant AND id = v_id AND status = 'queued' FOR UPDATE;
      IF FOUND THEN
        v_free := v_free || v_id;
      END IF;
    EXCEPTION WHEN lock_not_available THEN
      NULL;
    END;
  END LOOP;
  RETURN request_pushes(p_tenant, v_free);
END $$;
