-- Ever fewer of these hashes, for as long as no action of a block of 16,384 ids has all of them in its keys
-- (search_keys). Null: some action has them all, or needs all of them to be told apart. Only find_actions asks, with
-- hashes of its caller's tenant, and with its settings.
CREATE OR REPLACE FUNCTION absent_keys(p_block bigint, p_hashes bigint[]) RETURNS bigint[]
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_few bigint[] := p_hashes;
  v_half bigint[];
BEGIN
  WHILE cardinality(v_few) > 1 LOOP
    v_half := v_few[:cardinality(v_few) / 2];
    IF has_search_keys(p_block, v_half) THEN
      v_half := v_few[cardinality(v_few) / 2 + 1:];
      EXIT WHEN has_search_keys(p_block, v_half);
    END IF;
    v_few := v_half;
  END LOOP;
  RETURN CASE WHEN cardinality(v_few) = 1 OR v_few <> p_hashes THEN v_few END;
END $$;
REVOKE EXECUTE ON FUNCTION absent_keys(bigint, bigint[]) FROM PUBLIC;
