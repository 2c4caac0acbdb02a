-- An action that waits no more stands in the way of no other value.
CREATE OR REPLACE FUNCTION forget_waiting_values() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM waiting_values WHERE tenant_id = NEW.tenant_id AND action_id = NEW.id;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION forget_waiting_values() FROM PUBLIC;
