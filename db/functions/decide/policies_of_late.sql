-- The versions of the policy that were in force within the last seven days before the one that is, where somebody who
-- published one of late had a hand in the run of this step: they loosened nothing for themselves (docs/adr/0118).
CREATE OR REPLACE FUNCTION policies_of_late(p_tenant bigint, p_step bigint) RETURNS SETOF policies
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF run_authors(request_as_write(p_tenant, p_step)) && policy_authors(p_tenant) THEN
    RETURN QUERY SELECT p.* FROM policies p
      JOIN policies n ON n.tenant_id = p_tenant AND n.version = p.version + 1
      WHERE p.tenant_id = p_tenant AND n.created_at > clock_timestamp() - interval '168 hours';
  END IF;
END $$;
