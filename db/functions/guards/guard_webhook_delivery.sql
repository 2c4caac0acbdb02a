-- A delivery names its event and its endpoint for good, and moves as lib/core/webhook/webhook.ts says.
CREATE OR REPLACE FUNCTION guard_webhook_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.endpoint_id, NEW.webhook_id, NEW.event_type, NEW.seq, NEW.subject_id,
      NEW.subject_status, NEW.action_id, NEW.occurred_at) IS DISTINCT FROM
     (OLD.id, OLD.tenant_id, OLD.endpoint_id, OLD.webhook_id, OLD.event_type, OLD.seq, OLD.subject_id,
      OLD.subject_status, OLD.action_id, OLD.occurred_at) THEN
    RAISE EXCEPTION 'a webhook says the same over all attempts' USING ERRCODE = 'CS001';
  END IF;
  IF NEW.state <> OLD.state AND NOT (NEW.state = ANY (CASE OLD.state
      WHEN 'due' THEN ARRAY['sending']
      WHEN 'sending' THEN ARRAY['due', 'delivered', 'failed']
      ELSE ARRAY['due'] END)) THEN
    RAISE EXCEPTION 'a delivery does not go from % to %', OLD.state, NEW.state USING ERRCODE = 'CS002';
  END IF;
  RETURN NEW;
END $$;
