-- The tenant's actions, from the newest down to p_down_to, whose text holds every one of these words. A word of one or
-- two characters must begin one of theirs; a longer one may stand anywhere. Stops after p_hits_max: then `complete` is
-- false and the ids are the newest hits, in no order, or none where no word is long enough for the index. In a list of
-- all times (p_down_to 0) counts, which ask for more than a page, stop after 500 that promise four times p_hits_max.
--
-- The app's role could not ask the index itself: under row-level security only operators that are leakproof become
-- conditions of an index, and none that compares arrays or patterns is. This function looks at its caller's own tenant
-- alone. The offset keeps the planner from any other way than the index of keys.
-- A generic plan: planning anew for each block took longer than asking it.
--
-- Each piece that is asked for costs a look at every action that has it. So a block after one with many hits is asked
-- for the first and the last piece alone, and the texts are compared all the same: 2,500 hits in 1.6 ms instead of 2.4.
--
-- A word that no action holds may consist of pieces that all of them hold, as `invoiceberries` does. The index then
-- reads a part of every piece's list, in every block. So a block without a hit is asked again with ever fewer
-- pieces, for as long as it has no action with all of these, and the next blocks are first asked for these few. If
-- only one is left, twice as many blocks are asked for it each time. Measured with a million actions: 0.2 ms, where one
-- block after the other took 1.2.
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
  v_pieces CONSTANT integer := cardinality(v_hashes);
  v_two CONSTANT bigint[] := ARRAY[v_hashes[1], v_hashes[v_pieces]];
  -- Of several words null. A list of one pattern takes half as long again as the pattern alone.
  v_pattern CONSTANT text := CASE cardinality(v_patterns) WHEN 1 THEN v_patterns[1] END;
  v_asked bigint[] := v_hashes;
  v_start bigint;
  v_oldest bigint;
  v_newest bigint;
  v_block bigint;
  v_before integer;
  v_hits_max integer := p_hits_max;
  -- Some of the hashes, which no action of the blocks so far had together. Null: all of them are asked for.
  v_few bigint[];
  v_narrowings integer := 8;
BEGIN
  ids := '{}';
  complete := false;
  IF v_tenant IS NULL OR v_pieces = 0 THEN
    RETURN;
  END IF;
  SELECT max(s.action_id) INTO v_start FROM action_search s WHERE s.tenant_id = v_tenant;
  v_newest := v_start;
  WHILE v_newest >= p_down_to LOOP
    v_block := v_newest >> 14;
    IF cardinality(v_few) = 1 THEN
      v_block := newest_block_with(v_few[1], p_down_to >> 14, v_block);
      EXIT WHEN v_block IS NULL;
      v_few := NULL;
    ELSIF v_few IS NOT NULL AND has_search_keys(v_block, v_few) THEN
      v_few := NULL;
    END IF;
    IF v_few IS NULL THEN
      v_before := cardinality(ids);
      ids := ids || ARRAY(
        SELECT s.action_id FROM (
          SELECT * FROM action_search
          WHERE search_keys(tenant_id, action_id, outline, content)
            @> ARRAY(SELECT (v_block << 32) | hash FROM unnest(v_asked) AS hash)
          OFFSET 0) AS s
        WHERE s.tenant_id = v_tenant AND CASE
          WHEN s.action_id < p_down_to THEN false
          WHEN v_pattern IS NULL THEN CASE WHEN p_sees_content THEN s.content ELSE s.outline END LIKE ALL (v_patterns)
          ELSE CASE WHEN p_sees_content THEN s.content ELSE s.outline END LIKE v_pattern END
        LIMIT v_hits_max + 1 - v_before);
      IF p_down_to = 0 AND p_hits_max > 1000 AND cardinality(ids) > v_before THEN
        SELECT min(s.action_id) INTO v_oldest FROM action_search s WHERE s.tenant_id = v_tenant;
        IF cardinality(ids) * (v_start - v_oldest + 1)::float8
            > 4 * p_hits_max * (v_start - greatest(v_block << 14, v_oldest) + 1)::float8 THEN
          v_hits_max := 500;
        END IF;
      END IF;
      IF cardinality(ids) > v_hits_max THEN
        RETURN;
      END IF;
      v_asked := CASE WHEN cardinality(ids) - v_before >= 100 THEN v_two ELSE v_hashes END;
      IF v_narrowings > 0 AND cardinality(ids) = v_before THEN
        v_few := absent_keys(v_block, v_hashes);
        v_narrowings := CASE cardinality(v_few) WHEN 1 THEN v_narrowings - 1 ELSE 0 END;
      END IF;
    END IF;
    SELECT max(s.action_id) INTO v_newest FROM action_search s
      WHERE s.tenant_id = v_tenant AND s.action_id < (v_block << 14);
  END LOOP;
  complete := true;
END $$;
REVOKE EXECUTE ON FUNCTION find_actions(text[], boolean, bigint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION find_actions(text[], boolean, bigint, integer) TO countersign_app;
