-- True where one of those whom a question has asked so far is this person: by name, or by the role they hold. An admin
-- does what every role does. lib/core/interaction/responders.ts says the same.
CREATE OR REPLACE FUNCTION is_asked(p_responders jsonb, p_asked integer, p_user bigint, p_role text) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT EXISTS (
    SELECT FROM jsonb_array_elements(p_responders) WITH ORDINALITY AS r (value, place)
    WHERE r.place <= p_asked AND ((r.value ->> 'user_id')::bigint = p_user
      OR r.value ->> 'role' = p_role OR r.value ? 'role' AND p_role = 'admin'))
$$;
