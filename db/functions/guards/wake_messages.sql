-- Somebody may have to be told, or a card is out of date: asks for a look at the tenant's messages, once in a
-- transaction. A company without an open account has nobody to tell by it.
CREATE OR REPLACE FUNCTION wake_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM channel_accounts a WHERE a.tenant_id = NEW.tenant_id AND a.state = 'open') THEN
    PERFORM enqueue_outbox(NEW.tenant_id, 'messages.wake', 'messages-' || pg_current_xact_id(),
      jsonb_build_object('tenant_id', NEW.tenant_id));
  END IF;
  RETURN NULL;
END $$;
