-- Notes how an attempt of a step ended. It runs as the look-ups' role: the app's role alone writes no history. No
-- step waits for its history: a second note of one attempt is left out.
CREATE OR REPLACE FUNCTION note_attempt() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_error jsonb := CASE WHEN NEW.failures > OLD.failures THEN NEW.last_error END;
BEGIN
  -- A step that a switch or a cap keeps waiting looks again every few seconds, maybe for days: of such looks in a row
  -- the first is kept.
  IF NEW.status = 'ready' AND NEW.failures = OLD.failures AND NEW.next_eligible_at > clock_timestamp()
     AND NEW.last_error ->> 'code' = OLD.last_error ->> 'code' THEN
    RETURN NULL;
  END IF;
  INSERT INTO step_attempts (tenant_id, run_id, step_id, attempt, worker, outcome, error_code, error_message, began_at,
                             next_eligible_at)
    VALUES (NEW.tenant_id, NEW.run_id, NEW.id, OLD.attempt, OLD.lease_owner,
      CASE WHEN NEW.status = 'ready' AND v_error ->> 'code' = 'lease_lost' THEN 'lease_lost' ELSE NEW.status END,
      v_error ->> 'code', CASE WHEN v_error ? 'code' THEN left(coalesce(v_error ->> 'message', ''), 1000) END,
      OLD.leased_at, CASE WHEN NEW.status IN ('ready', 'failed_retryable') THEN NEW.next_eligible_at END)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION note_attempt() FROM PUBLIC;
ALTER FUNCTION note_attempt() OWNER TO countersign_lookup;
