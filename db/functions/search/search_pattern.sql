-- A word of a search as a pattern for LIKE: one of one or two characters begins a word, a longer one stands anywhere.
CREATE OR REPLACE FUNCTION search_pattern(p_word text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length(p_word) < 3 THEN '% ' ELSE '%' END || regexp_replace(p_word, '([\\%_])', '\\\1', 'g') || '%'
$$;
