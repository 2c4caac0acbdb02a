-- The end of a model's call is written once, and its cost once: an attempt that was given up may still be answered.
CREATE OR REPLACE FUNCTION guard_model_call() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.run_id, NEW.step_id, NEW.attempt, NEW.provider, NEW.model, NEW.started_at)
       IS DISTINCT FROM
       (OLD.id, OLD.tenant_id, OLD.run_id, OLD.step_id, OLD.attempt, OLD.provider, OLD.model, OLD.started_at)
     OR OLD.ended_at IS NOT NULL
       AND (NEW.status, NEW.finish_reason, NEW.input_tokens, NEW.cached_tokens, NEW.output_tokens,
            NEW.reasoning_tokens, NEW.ms, NEW.ended_at, NEW.seal)
         IS DISTINCT FROM
         (OLD.status, OLD.finish_reason, OLD.input_tokens, OLD.cached_tokens, OLD.output_tokens,
          OLD.reasoning_tokens, OLD.ms, OLD.ended_at, OLD.seal)
     OR OLD.cost IS NOT NULL AND (NEW.cost, NEW.currency, NEW.price_id)
         IS DISTINCT FROM (OLD.cost, OLD.currency, OLD.price_id) THEN
    RAISE EXCEPTION 'call % of a model is final', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
