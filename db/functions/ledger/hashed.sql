-- SHA-256 of a text's UTF-8 bytes, in hex. Null: there is no text.
CREATE OR REPLACE FUNCTION hashed(p_text text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT encode(sha256(convert_to(p_text, 'UTF8')), 'hex')
$$;
