-- The dictionary of searches stops at a size. Each word's first trigram says how many letters the tenant's words have
-- up to that one, so that learn_words knows the size by one look, and no proposal waits for another to count.

ALTER TABLE search_words ADD COLUMN letters_so_far integer;
UPDATE search_words AS w SET letters_so_far = counted.letters
FROM (
  SELECT ctid AS row, sum(length(word)) OVER (PARTITION BY tenant_id ORDER BY word, ctid) AS letters
  FROM search_words WHERE trigram = ' ' || left(word, 2)
) AS counted
WHERE w.ctid = counted.row;
CREATE INDEX search_words_by_size ON search_words (tenant_id, letters_so_far) WHERE letters_so_far IS NOT NULL;

-- Whoever may not see content is corrected from outlines alone, without reading past the words of content.
CREATE INDEX search_words_of_outlines ON search_words (tenant_id, trigram, word) WHERE in_outline;
