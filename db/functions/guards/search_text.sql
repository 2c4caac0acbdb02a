-- Text as searches compare it: small letters without accents, apostrophes and invisible signs, words apart by one
-- blank, with a blank at either end. An index depends on it: a change here means a migration that builds
-- action_search anew.
CREATE OR REPLACE FUNCTION search_text(p_text text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ' ' || btrim(regexp_replace(regexp_replace(lower(normalize(p_text, NFKD)),
    '[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufeff''’‘]+', '', 'g'), '\s+', ' ', 'g')) || ' '
$$;
