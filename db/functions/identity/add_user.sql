-- Adds a person that no tenant knows yet. Null: the address is taken, here or elsewhere.
CREATE OR REPLACE FUNCTION add_user(p_email text, p_name text) RETURNS bigint
LANGUAGE sql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO users (email, name) VALUES (lower(p_email), p_name) ON CONFLICT (email) DO NOTHING RETURNING id
$$;
REVOKE EXECUTE ON FUNCTION add_user(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION add_user(text, text) TO countersign_app;
ALTER FUNCTION add_user(text, text) OWNER TO countersign_lookup;
