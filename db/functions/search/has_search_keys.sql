-- Whether some action of a block of 16,384 ids has all of these hashes in its keys (search_keys). Only find_actions
-- asks, with hashes of its caller's tenant, and with its settings.
CREATE OR REPLACE FUNCTION has_search_keys(p_block bigint, p_hashes bigint[]) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (
    SELECT true FROM (
      SELECT 1 FROM action_search
      WHERE search_keys(tenant_id, action_id, outline, content)
        @> ARRAY(SELECT (p_block << 32) | hash FROM unnest(p_hashes) AS hash)
      OFFSET 0) AS s
    LIMIT 1) IS TRUE;
END $$;
REVOKE EXECUTE ON FUNCTION has_search_keys(bigint, bigint[]) FROM PUBLIC;
