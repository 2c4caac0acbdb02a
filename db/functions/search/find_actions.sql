-- The tenant's actions, from the newest down to p_down_to, whose text holds every one of these words. A word of one or
-- two characters must begin one of theirs; a longer one may stand anywhere. Stops after p_hits_max: then `complete` is
-- false and the ids are the newest hits, in no order, or none where no word is long enough for the index.
--
-- The app's role could not ask the index itself: under row-level security only operators that are leakproof become
-- conditions of an index, and none that compares arrays or patterns is. This function looks at its caller's own tenant
-- alone. The offset keeps the planner from any other way than the index of keys.
-- A generic plan: planning anew for each block took longer than asking it.
CREATE OR REPLACE FUNCTION find_actions(
  p_words text[], p_sees_content boolean, p_down_to bigint, p_hits_max integer,
  OUT ids bigint[], OUT complete boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_patterns text[] := ARRAY(SELECT search_pattern(word) FROM unnest(p_words) AS word);
  v_hashes bigint[] := ARRAY(
    SELECT hashtextextended(substr(w, i, 3), v_tenant * 2 + p_sees_content::integer) & 4294967295
    FROM (SELECT CASE WHEN length(word) < 3 THEN ' ' || word ELSE word END AS w FROM unnest(p_words) AS word) AS words,
      generate_series(1, length(w) - 2) AS i);
  v_newest bigint;
  v_block bigint;
BEGIN
  ids := '{}';
  complete := false;
  IF v_tenant IS NULL OR cardinality(v_hashes) = 0 THEN
    RETURN;
  END IF;
  SELECT max(s.action_id) INTO v_newest FROM action_search s WHERE s.tenant_id = v_tenant;
  WHILE v_newest >= p_down_to LOOP
    v_block := v_newest >> 14;
    ids := ids || ARRAY(
      SELECT s.action_id FROM (
        SELECT * FROM action_search
        WHERE search_keys(tenant_id, action_id, outline, content)
          @> ARRAY(SELECT (v_block << 32) | hash FROM unnest(v_hashes) AS hash)
        OFFSET 0) AS s
      WHERE s.tenant_id = v_tenant AND CASE WHEN p_sees_content THEN s.content ELSE s.outline END LIKE ALL (v_patterns)
      LIMIT p_hits_max + 1 - cardinality(ids));
    IF cardinality(ids) > p_hits_max THEN
      RETURN;
    END IF;
    SELECT max(s.action_id) INTO v_newest FROM action_search s
      WHERE s.tenant_id = v_tenant AND s.action_id < (v_block << 14);
  END LOOP;
  complete := true;
END $$;
REVOKE EXECUTE ON FUNCTION find_actions(text[], boolean, bigint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_actions(text[], boolean, bigint, integer) TO countersign_app;
