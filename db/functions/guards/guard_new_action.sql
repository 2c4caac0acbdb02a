-- An action starts pending and undecided.
CREATE OR REPLACE FUNCTION guard_new_action() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> 'pending' OR NEW.decided_at IS NOT NULL OR cardinality(NEW.approvers) > 0
     OR NEW.chain_seq <> 0 OR NEW.chain_head <> '' THEN
    RAISE EXCEPTION 'a proposed action starts pending and undecided' USING ERRCODE = 'CS002';
  END IF;
  RETURN NEW;
END $$;
