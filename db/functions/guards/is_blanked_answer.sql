-- Whether nothing is left of an answer but, of an approval, its verdict.
CREATE OR REPLACE FUNCTION is_blanked_answer(p_type text, p_answer jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT p_answer = 'null' OR p_type = 'approval' AND p_answer IN ('{"approved": true}', '{"approved": false}')
$$;
