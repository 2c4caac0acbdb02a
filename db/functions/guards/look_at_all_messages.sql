-- Notes that everything open is to be looked at, since other people may be reached now, and asks for that once in a
-- transaction.
CREATE OR REPLACE FUNCTION look_at_all_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM channel_accounts a WHERE a.tenant_id = NEW.tenant_id AND a.state = 'open') THEN
    INSERT INTO message_looks (tenant_id) VALUES (NEW.tenant_id);
    PERFORM enqueue_outbox(NEW.tenant_id, 'messages.wake', 'messages-' || pg_current_xact_id(),
      jsonb_build_object('tenant_id', NEW.tenant_id));
  END IF;
  RETURN NULL;
END $$;
