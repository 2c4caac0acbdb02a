-- Somebody may have to be told of this question or action, or of how its write ended, or a card of it is out of date,
-- also because its record has changed: notes that it is to be looked at, and asks for that once in a transaction. A
-- company without an open account has nobody to tell by it.
CREATE OR REPLACE FUNCTION wake_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM channel_accounts a WHERE a.tenant_id = NEW.tenant_id AND a.state = 'open') THEN
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'proposed_actions' THEN
    INSERT INTO message_looks (tenant_id, action_id) VALUES (NEW.tenant_id, NEW.id);
  ELSIF TG_TABLE_NAME IN ('ns_pending_pushes', 'live_readings') THEN
    INSERT INTO message_looks (tenant_id, action_id) VALUES (NEW.tenant_id, NEW.action_id);
  ELSIF TG_TABLE_NAME = 'hil_interactions' THEN
    INSERT INTO message_looks (tenant_id, interaction_id) VALUES (NEW.tenant_id, NEW.id);
  ELSIF NEW.matched_interaction_id IS NULL THEN
    RETURN NULL;
  ELSE
    INSERT INTO message_looks (tenant_id, interaction_id) VALUES (NEW.tenant_id, NEW.matched_interaction_id);
  END IF;
  PERFORM enqueue_outbox(NEW.tenant_id, 'messages.wake', 'messages-' || pg_current_xact_id(),
    jsonb_build_object('tenant_id', NEW.tenant_id));
  RETURN NULL;
END $$;
