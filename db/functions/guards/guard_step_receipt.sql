-- A step's receipt that says what happened is final; only an open one (started, not_sent, unknown) changes.
CREATE OR REPLACE FUNCTION guard_step_receipt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status IN ('succeeded', 'failed') OR NEW.attempt < OLD.attempt
     OR (NEW.id, NEW.tenant_id, NEW.run_id, NEW.step_id, NEW.idempotency_key, NEW.tool_name, NEW.reversible,
         NEW.how_to_reverse, NEW.started_at)
        IS DISTINCT FROM
        (OLD.id, OLD.tenant_id, OLD.run_id, OLD.step_id, OLD.idempotency_key, OLD.tool_name, OLD.reversible,
         OLD.how_to_reverse, OLD.started_at) THEN
    RAISE EXCEPTION 'receipt % of a step is final', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
