-- The tenant's words that share at least half of this one's trigrams, the most similar first: strawbery finds
-- strawberries. From whom content is hidden gets words of outlines alone: a correction would tell what content holds.
CREATE OR REPLACE FUNCTION similar_words(p_word text, p_sees_content boolean) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH pieces AS (SELECT piece FROM word_pieces(p_word) AS piece)
  SELECT w.word FROM search_words w
  WHERE w.tenant_id = current_tenant_id() AND w.trigram IN (SELECT piece FROM pieces)
    AND (p_sees_content OR w.in_outline)
  GROUP BY w.word
  HAVING count(DISTINCT w.trigram) >= 0.5 * (SELECT count(*) FROM pieces)
  ORDER BY count(DISTINCT w.trigram) DESC, abs(length(w.word) - length(p_word)), w.word LIMIT 4
$$;
REVOKE EXECUTE ON FUNCTION similar_words(text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION similar_words(text, boolean) TO countersign_app;
