-- A key is one agent's for good: no row takes a key over that any agent has or had. Only the key in force may go on
-- as the one before it, when a new one takes its place, and its grace is never made longer.
CREATE OR REPLACE FUNCTION keep_agent_keys() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_new text[] := ARRAY[NEW.key_hash];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.key_hash = OLD.key_hash THEN
      v_new := '{}';
    END IF;
    IF NEW.previous_key_hash IS DISTINCT FROM OLD.previous_key_hash
       AND NEW.previous_key_hash IS DISTINCT FROM OLD.key_hash THEN
      v_new := v_new || NEW.previous_key_hash;
    END IF;
    IF NEW.previous_key_hash = OLD.previous_key_hash
       AND NEW.previous_key_expires_at IS DISTINCT FROM OLD.previous_key_expires_at
       AND coalesce(NEW.previous_key_expires_at > OLD.previous_key_expires_at, true) THEN
      RAISE EXCEPTION 'the key before of agent % ends when it was to end', OLD.id USING ERRCODE = 'CS001';
    END IF;
  ELSE
    v_new := v_new || NEW.previous_key_hash;
  END IF;
  BEGIN
    INSERT INTO agent_key_hashes (hash, tenant_id, agent_id)
      SELECT regexp_replace(k, '^.*\.', ''), NEW.tenant_id, NEW.id FROM unnest(v_new) AS k WHERE k IS NOT NULL;
  EXCEPTION WHEN unique_violation THEN
    RAISE EXCEPTION 'a key that an agent has or had is not given to agent %', NEW.id USING ERRCODE = 'CS001';
  END;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION keep_agent_keys() FROM PUBLIC;
