-- Everyone who made or rotated an agent's key stays on the list of its makers, and every new key names its maker.
CREATE OR REPLACE FUNCTION guard_agent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT OLD.key_makers <@ NEW.key_makers THEN
    RAISE EXCEPTION 'the makers of the key of agent % stay', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.key_hash <> OLD.key_hash AND cardinality(NEW.key_makers) = 0 AND current_user <> 'countersign_owner' THEN
    RAISE EXCEPTION 'a new key of agent % needs its maker', OLD.id USING ERRCODE = 'CS001';
  END IF;
  RETURN NEW;
END $$;
