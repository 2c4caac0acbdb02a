-- Adds the words of letters that the tenant's dictionary does not know yet. Nothing is unique there: two proposals that
-- bring the same word at once do not wait for one another, and both may add it.
CREATE OR REPLACE FUNCTION learn_words(p_tenant bigint, p_in_outline boolean, p_text text) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO search_words (tenant_id, in_outline, trigram, word)
  SELECT p_tenant, p_in_outline, piece, word
  FROM (SELECT DISTINCT word FROM regexp_split_to_table(p_text, '[\x01-\x60\x7b-\x7f]+') AS word
        WHERE length(word) BETWEEN 4 AND 30 LIMIT 500) AS words,
    LATERAL word_pieces(word) AS piece
  WHERE NOT EXISTS (
    SELECT FROM search_words known
    WHERE known.tenant_id = p_tenant AND known.trigram = ' ' || left(words.word, 2) AND known.word = words.word
      AND (known.in_outline OR NOT p_in_outline))
$$;
REVOKE EXECUTE ON FUNCTION learn_words(bigint, boolean, text) FROM PUBLIC;
