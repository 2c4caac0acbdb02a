-- Whether some action of these blocks of 16,384 ids has this hash in its keys (search_keys): one look at the index,
-- which blocks without it hardly lengthen. Only find_actions asks, with a hash of its caller's tenant, and with its
-- settings.
CREATE OR REPLACE FUNCTION has_search_key(p_hash bigint, p_first bigint, p_last bigint) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
BEGIN
  RETURN (
    SELECT true FROM (
      SELECT 1 FROM action_search
      WHERE search_keys(tenant_id, action_id, outline, content)
        && ARRAY(SELECT (block << 32) | p_hash FROM generate_series(p_first, p_last) AS block)
      OFFSET 0) AS s
    LIMIT 1) IS TRUE;
END $$;
REVOKE EXECUTE ON FUNCTION has_search_key(bigint, bigint, bigint) FROM PUBLIC;
