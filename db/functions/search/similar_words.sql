-- The tenant's words that share at least half of this one's trigrams, the most similar first: strawbery finds
-- strawberries. From whom content is hidden gets words of outlines alone: a correction would tell what content holds.
-- Nothing resembles a word of more than 48 letters, twice the length of any that is learned.
--
-- Two letters that changed places spoil four trigrams, more than half of a short word's: avcoado. So each pair is put
-- back, and what then begins a word of the tenant comes first.
--
-- A trigram that very many words have tells little: 1,000 of them are read, and what it says of the others is looked up
-- in the words themselves. Only a word all of whose asked trigrams are so common may be missed.
CREATE OR REPLACE FUNCTION similar_words(p_word text, p_sees_content boolean) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH pieces AS MATERIALIZED (SELECT piece FROM word_pieces(p_word) AS piece WHERE length(p_word) <= 48),
  found AS MATERIALIZED (
    SELECT piece, w.word FROM pieces, LATERAL (
      (SELECT word FROM search_words
       WHERE p_sees_content AND tenant_id = current_tenant_id() AND trigram = piece
       ORDER BY word LIMIT 1000)
      UNION ALL
      (SELECT word FROM search_words
       WHERE NOT p_sees_content AND in_outline AND tenant_id = current_tenant_id() AND trigram = piece
       ORDER BY word LIMIT 1000)) AS w),
  common AS (SELECT piece FROM found GROUP BY piece HAVING count(*) >= 1000),
  candidates AS (
    SELECT word FROM found GROUP BY word
    HAVING count(DISTINCT piece) + (SELECT count(*) FROM common) >= 0.5 * (SELECT count(*) FROM pieces)),
  shared AS (
    SELECT word, (SELECT count(*) FROM pieces WHERE strpos(' ' || word || ' ', piece) > 0) AS count FROM candidates),
  swaps AS MATERIALIZED (
    SELECT DISTINCT overlay(p_word PLACING substr(p_word, i + 1, 1) || substr(p_word, i, 1) FROM i FOR 2) AS word
    FROM generate_series(1, length(p_word) - 1) AS i WHERE length(p_word) <= 24),
  meant AS (
    SELECT word, true AS is_swap, 0 AS count FROM swaps WHERE word <> p_word AND EXISTS (
      SELECT FROM search_words w WHERE w.tenant_id = current_tenant_id() AND w.trigram = ' ' || left(swaps.word, 2)
        AND starts_with(w.word, swaps.word) AND (p_sees_content OR w.in_outline))
    UNION ALL
    SELECT word, false, count FROM shared WHERE count >= 0.5 * (SELECT count(*) FROM pieces))
  SELECT word FROM meant GROUP BY word
  ORDER BY bool_or(is_swap) DESC, max(count) DESC, abs(length(word) - length(p_word)), word LIMIT 4
$$;
REVOKE EXECUTE ON FUNCTION similar_words(text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION similar_words(text, boolean) TO countersign_app;
