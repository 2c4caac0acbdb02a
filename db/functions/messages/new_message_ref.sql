-- 128 random bits in base64url, 22 characters.
CREATE OR REPLACE FUNCTION new_message_ref() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT rtrim(translate(encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16),
    'base64'), '+/', '-_'), '=')
$$;
