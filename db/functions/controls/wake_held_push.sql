-- Requests a push again that somebody else held a moment ago, as soon as it is free: whoever was about to lease it may
-- have looked at a switch before its release. One that waits no more by then is left out. False: it is held longer
-- than p_limit.
CREATE OR REPLACE FUNCTION wake_held_push(p_tenant bigint, p_id bigint, p_limit interval) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  -- Zero would mean no limit.
  PERFORM set_config('lock_timeout', greatest(1, ceil(extract(epoch FROM p_limit) * 1000))::bigint::text, true);
  PERFORM 1 FROM ns_pending_pushes WHERE tenant_id = p_tenant AND id = p_id AND status = 'queued' FOR UPDATE;
  IF FOUND THEN
    PERFORM request_pushes(p_tenant, ARRAY[p_id]);
  END IF;
  RETURN true;
EXCEPTION WHEN lock_not_available THEN
  RETURN false;
END $$;
