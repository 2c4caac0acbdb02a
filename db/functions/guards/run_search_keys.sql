-- The entries of a run in the index by which runs are searched: hashes of each three characters in a row. They differ
-- between tenants, and between blocks of 4,096 ids: find_runs goes from the newest block down until it has enough, and
-- spells the same keys.
CREATE OR REPLACE FUNCTION run_search_keys(p_tenant bigint, p_run bigint, p_text text) RETURNS bigint[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_block bigint := (p_run >> 12) << 32;
BEGIN
  RETURN ARRAY(
    SELECT DISTINCT v_block | (hashtextextended(substr(p_text, i, 3), p_tenant) & 4294967295)
    FROM generate_series(1, length(p_text) - 2) AS i);
END $$;
