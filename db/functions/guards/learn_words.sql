-- Adds the words of letters that the tenant's dictionary does not know yet. Nothing is unique there: two proposals that
-- bring the same word at once do not wait for one another, and both may add it.
--
-- Nobody misspells a number or a key of many letters: what has more than 24 letters and digits in a row is not learned.
-- A word takes as much room as it has letters. One text adds 1,600 of them, 200 words as they usually are, and
-- a tenant's dictionary stops at 1,600,000, so that no agent fills the disk. Proposals at once may go a little beyond.
CREATE OR REPLACE FUNCTION learn_words(p_tenant bigint, p_in_outline boolean, p_text text) RETURNS void
LANGUAGE sql AS $$
  WITH words AS MATERIALIZED (
    SELECT DISTINCT word FROM regexp_split_to_table(p_text, '[\x01-\x2f\x3a-\x60\x7b-\x7f]+') AS run,
      LATERAL regexp_split_to_table(run, '[0-9]+') AS word
    WHERE length(run) <= 24 AND length(word) >= 4 LIMIT 500),
  size AS MATERIALIZED (
    SELECT coalesce(max(letters_so_far), 0) AS letters FROM search_words WHERE tenant_id = p_tenant),
  new_words AS (
    SELECT word, sum(length(word)) OVER (ORDER BY word) AS added FROM words
    WHERE (SELECT letters FROM size) < 1600000 AND NOT EXISTS (
      SELECT FROM search_words known
      WHERE known.tenant_id = p_tenant AND known.trigram = ' ' || left(words.word, 2) AND known.word = words.word
        AND (known.in_outline OR NOT p_in_outline)))
  INSERT INTO search_words (tenant_id, in_outline, trigram, word, letters_so_far)
  SELECT p_tenant, p_in_outline, piece, word, CASE WHEN piece = ' ' || left(word, 2) THEN letters + added END
  FROM new_words, size, LATERAL word_pieces(word) AS piece
  WHERE added <= 1600 AND letters + added <= 1600000
$$;
REVOKE EXECUTE ON FUNCTION learn_words(bigint, boolean, text) FROM PUBLIC;
