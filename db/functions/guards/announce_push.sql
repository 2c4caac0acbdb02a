-- A push was applied, found stale, or given up: tells the function that begins runs, where a text of this company waits
-- for that. The attempt tells one end of a push that was revived from the next.
CREATE OR REPLACE FUNCTION announce_push() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM workflow_versions v
             WHERE v.tenant_id = NEW.tenant_id AND position('"event":"push.' IN v.definition_text) > 0) THEN
    PERFORM enqueue_outbox(NEW.tenant_id,
      CASE NEW.status WHEN 'applied' THEN 'ns-push.applied' WHEN 'stale' THEN 'ns-push.stale' ELSE 'ns-push.dead' END,
      'push-' || NEW.id || '-' || NEW.status || '-' || NEW.lease_attempt,
      jsonb_build_object('tenant_id', NEW.tenant_id, 'push_id', NEW.id, 'attempt', NEW.lease_attempt));
  END IF;
  RETURN NULL;
END $$;
