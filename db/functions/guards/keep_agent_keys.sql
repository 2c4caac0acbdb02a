-- A key is one agent's for good: no row takes a key over that any agent has or had. Only the key in force may go on as
-- the one before it, when a new one takes its place, and its grace is never made longer. A key may change its spelling:
-- the id of the secret key under which its hash was made stands before it or not.
CREATE OR REPLACE FUNCTION keep_agent_keys() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_key text := split_part(NEW.key_hash, '.', -1);
  v_before text := split_part(NEW.previous_key_hash, '.', -1);
  v_new text[] := ARRAY[v_key, v_before];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    v_new := ARRAY[
      CASE WHEN v_key <> split_part(OLD.key_hash, '.', -1) THEN v_key END,
      CASE WHEN v_before IS DISTINCT FROM split_part(OLD.previous_key_hash, '.', -1)
             AND v_before IS DISTINCT FROM split_part(OLD.key_hash, '.', -1) THEN v_before END];
    IF v_before = split_part(OLD.previous_key_hash, '.', -1)
       AND (NEW.previous_key_expires_at <= OLD.previous_key_expires_at) IS NOT TRUE THEN
      RAISE EXCEPTION 'the key before of agent % ends when it was to end', OLD.id USING ERRCODE = 'CS001';
    END IF;
  END IF;
  INSERT INTO agent_key_hashes (hash, tenant_id, agent_id)
    SELECT k, NEW.tenant_id, NEW.id FROM unnest(v_new) AS k WHERE k IS NOT NULL;
  RETURN NULL;
EXCEPTION WHEN unique_violation THEN
  RAISE EXCEPTION 'a key that an agent has or had is not given to agent %', NEW.id USING ERRCODE = 'CS001';
END $$;
REVOKE EXECUTE ON FUNCTION keep_agent_keys() FROM PUBLIC;
