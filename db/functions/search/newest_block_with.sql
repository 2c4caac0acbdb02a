-- The newest of these blocks of 16,384 ids in which some action has this hash in its keys (search_keys). Null: none.
-- Each time twice as many blocks are asked as all before, so that a million actions without it take six looks at the
-- index; 32 at most, since a look reads the whole lists of a hash that older blocks have everywhere. Only find_actions
-- asks, with a hash of its caller's tenant, and with its settings.
CREATE OR REPLACE FUNCTION newest_block_with(p_hash bigint, p_first bigint, p_last bigint) RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  v_last bigint := p_last;
  v_first bigint := greatest(p_last, p_first);
  v_middle bigint;
BEGIN
  WHILE v_last >= p_first AND NOT has_search_key(p_hash, v_first, v_last) LOOP
    v_last := v_first - 1;
    v_first := greatest(v_last - least(2 * (p_last - v_last), 32) + 1, p_first);
  END LOOP;
  IF v_last < p_first THEN
    RETURN NULL;
  END IF;
  WHILE v_first < v_last LOOP
    v_middle := (v_first + v_last + 1) / 2;
    IF has_search_key(p_hash, v_middle, v_last) THEN
      v_first := v_middle;
    ELSE
      v_last := v_middle - 1;
    END IF;
  END LOOP;
  RETURN v_last;
END $$;
REVOKE EXECUTE ON FUNCTION newest_block_with(bigint, bigint, bigint) FROM PUBLIC;
