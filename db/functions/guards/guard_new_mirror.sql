-- The mirror shows what was applied: every line of the action is over, and one at least was written. A row that the
-- app's role put there sooner would keep the end of that write from ever being recorded.
CREATE OR REPLACE FUNCTION guard_new_mirror() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT bool_and(p.status IN ('applied', 'stale', 'cancelled')) AND bool_or(p.status = 'applied')
      FROM ns_pending_pushes p WHERE p.tenant_id = NEW.tenant_id AND p.action_id = NEW.action_id) IS NOT TRUE THEN
    RAISE EXCEPTION 'action % was not applied', NEW.action_id USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
