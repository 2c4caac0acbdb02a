-- Something happened that a company's endpoints may want to hear of: writes what each is told, in the transaction that
-- brings it about. A company without an enabled endpoint pays one look at an index. The migration that binds it says
-- which changes come here.
CREATE OR REPLACE FUNCTION announce_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_type text;
  v_action bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints e WHERE e.tenant_id = NEW.tenant_id AND e.state = 'enabled') THEN
    RETURN NULL;
  END IF;
  CASE TG_TABLE_NAME
  WHEN 'proposed_actions' THEN
    v_type := 'proposal.' || CASE WHEN TG_OP = 'INSERT' THEN 'created' WHEN NEW.status = 'cancelled' THEN 'withdrawn'
      ELSE NEW.status END;
  WHEN 'ns_pending_pushes' THEN
    v_type := 'push.' || NEW.status;
    v_action := NEW.action_id;
  WHEN 'runs' THEN
    v_type := 'run.' || CASE NEW.status WHEN 'succeeded' THEN 'succeeded' WHEN 'failed_terminal' THEN 'failed'
      ELSE 'waiting' END;
  END CASE;
  PERFORM queue_webhook(NEW.tenant_id, v_type, NEW.id, NEW.status, v_action);
  RETURN NULL;
END $$;
