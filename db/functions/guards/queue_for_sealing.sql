-- Lets a new event wait for its checkpoint, with the event's own commit.
CREATE OR REPLACE FUNCTION queue_for_sealing() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO unsealed_events (event_id, tenant_id) VALUES (NEW.id, NEW.tenant_id);
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION queue_for_sealing() FROM PUBLIC;
