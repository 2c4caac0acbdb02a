-- The tenant's actions, from the newest down to p_down_to, whose text holds every one of these words. A word of one or
-- two characters must begin one of theirs; a longer one may stand anywhere. Stops after p_hits_max: then `complete` is
-- false and the ids are the newest hits, in no order, or none where no word is long enough for the index.
--
-- The app's role could not ask the index itself: under row-level security only operators that are leakproof become
-- conditions of an index, and none that compares arrays or patterns is. This function looks at its caller's own tenant
-- alone. The offset keeps the planner from any other way than the index of keys.
-- A generic plan: planning anew for each block took longer than asking it.
--
-- A word that no action holds may consist of pieces that all of them hold, as `invoiceberries` does. The index then
-- reads a part of every piece's list, in every block. So the first block without a hit is asked again with ever fewer
-- pieces, for as long as it has no action with all of these, and the next blocks are first asked for these few.
-- Measured with a million actions: 2 ms instead of 35.
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
  v_before integer;
  -- Some of the hashes, which no action of the blocks so far had together. Null: all of them are asked for.
  v_few bigint[];
  v_half bigint[];
  v_narrows boolean := true;
BEGIN
  ids := '{}';
  complete := false;
  IF v_tenant IS NULL OR cardinality(v_hashes) = 0 THEN
    RETURN;
  END IF;
  SELECT max(s.action_id) INTO v_newest FROM action_search s WHERE s.tenant_id = v_tenant;
  WHILE v_newest >= p_down_to LOOP
    v_block := v_newest >> 14;
    IF v_few IS NOT NULL AND has_search_keys(v_block, v_few) THEN
      v_few := NULL;
    END IF;
    IF v_few IS NULL THEN
      v_before := cardinality(ids);
      ids := ids || ARRAY(
        SELECT s.action_id FROM (
          SELECT * FROM action_search
          WHERE search_keys(tenant_id, action_id, outline, content)
            @> ARRAY(SELECT (v_block << 32) | hash FROM unnest(v_hashes) AS hash)
          OFFSET 0) AS s
        WHERE s.tenant_id = v_tenant AND s.action_id >= p_down_to
          AND CASE WHEN p_sees_content THEN s.content ELSE s.outline END LIKE ALL (v_patterns)
        LIMIT p_hits_max + 1 - cardinality(ids));
      IF cardinality(ids) > p_hits_max THEN
        RETURN;
      END IF;
      IF v_narrows AND cardinality(ids) = v_before THEN
        v_narrows := false;
        v_few := v_hashes;
        WHILE cardinality(v_few) > 1 LOOP
          v_half := v_few[:cardinality(v_few) / 2];
          IF has_search_keys(v_block, v_half) THEN
            v_half := v_few[cardinality(v_few) / 2 + 1:];
            EXIT WHEN has_search_keys(v_block, v_half);
          END IF;
          v_few := v_half;
        END LOOP;
        IF v_few = v_hashes THEN
          v_few := NULL;
        END IF;
      END IF;
    END IF;
    SELECT max(s.action_id) INTO v_newest FROM action_search s
      WHERE s.tenant_id = v_tenant AND s.action_id < (v_block << 14);
  END LOOP;
  complete := true;
END $$;
REVOKE EXECUTE ON FUNCTION find_actions(text[], boolean, bigint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_actions(text[], boolean, bigint, integer) TO countersign_app;
