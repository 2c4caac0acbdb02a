-- A receipt that says what happened is final; only an open one (started, unknown) is completed.
CREATE OR REPLACE FUNCTION guard_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status = 'applied'
     OR (NEW.idempotency_key, NEW.action_id, NEW.push_id) IS DISTINCT FROM
        (OLD.idempotency_key, OLD.action_id, OLD.push_id) THEN
    RAISE EXCEPTION 'receipt % is final', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
