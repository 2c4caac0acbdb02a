-- Everyone who made or rotated an agent's key stays on the list of its makers, and every new key names its maker. The
-- people that the agent spoke for in the last seven days are kept for weigh_voters. Without them an agent could be set
-- to speak for nobody, propose, and have its own person approve the proposal.
CREATE OR REPLACE FUNCTION guard_agent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT OLD.key_makers <@ NEW.key_makers THEN
    RAISE EXCEPTION 'the makers of the key of agent % stay', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.key_hash <> OLD.key_hash AND cardinality(NEW.key_makers) = 0 AND current_user <> 'countersign_owner' THEN
    RAISE EXCEPTION 'a new key of agent % needs its maker', OLD.id USING ERRCODE = 'CS001';
  END IF;
  NEW.former_principals := OLD.former_principals;
  NEW.principal_changed_at := OLD.principal_changed_at;
  IF NEW.on_behalf_of_user_id IS DISTINCT FROM OLD.on_behalf_of_user_id AND OLD.on_behalf_of_user_id IS NOT NULL THEN
    NEW.former_principals := CASE
      WHEN OLD.principal_changed_at > clock_timestamp() - interval '168 hours'
      THEN array_remove(OLD.former_principals, OLD.on_behalf_of_user_id) ELSE '{}' END || OLD.on_behalf_of_user_id;
    NEW.principal_changed_at := clock_timestamp();
  END IF;
  RETURN NEW;
END $$;
