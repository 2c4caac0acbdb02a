-- A draft stays as it was approved; only people's marks on it move.
CREATE OR REPLACE FUNCTION guard_email_draft() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.action_id, NEW.action_key, NEW.payload_hash, NEW.customer_ref, NEW.to_text,
      NEW.cc_text, NEW.subject, NEW.body, NEW.created_at)
     IS DISTINCT FROM
     (OLD.id, OLD.tenant_id, OLD.action_id, OLD.action_key, OLD.payload_hash, OLD.customer_ref, OLD.to_text,
      OLD.cc_text, OLD.subject, OLD.body, OLD.created_at) THEN
    RAISE EXCEPTION 'draft % is immutable: only its status moves', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
