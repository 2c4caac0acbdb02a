-- The entries of an action in the index of action_search: the pieces of three characters of every word, its beginning
-- marked by a blank, as hashes. They differ between tenants and between outline and content, so that each has entries
-- of its own. They also differ between blocks of 16,384 ids: a search goes from block to block, the newest first, and
-- ends when it has found enough, however often a word stands in older actions. find_actions spells the same keys.
-- Measured: 0.14 ms of 220 pieces; as a function of SQL it takes 0.45 ms.
CREATE OR REPLACE FUNCTION search_keys(p_tenant bigint, p_action bigint, p_outline text, p_content text)
RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  v_block bigint := (p_action >> 14) << 32;
BEGIN
  RETURN ARRAY(
    SELECT v_block | (hashtextextended(substr(w, i, 3), seed) & 4294967295)
    FROM (
      SELECT p_tenant * 2, ' ' || word FROM string_to_table(p_outline, ' ') AS word WHERE length(word) > 1
      UNION ALL
      SELECT p_tenant * 2 + 1, ' ' || word FROM string_to_table(p_content, ' ') AS word WHERE length(word) > 1
    ) AS words (seed, w), generate_series(1, length(w) - 2) AS i);
END $$;
