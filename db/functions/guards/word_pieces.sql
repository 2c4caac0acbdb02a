-- The trigrams of one word, its beginning and its end marked by a blank.
CREATE OR REPLACE FUNCTION word_pieces(p_word text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT DISTINCT substr(' ' || p_word || ' ', i, 3) FROM generate_series(1, length(p_word)) AS i
$$;
