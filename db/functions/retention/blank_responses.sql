-- For blank_question and blank_replies: blanks those of these responses that belong to the question, or to none where
-- p_question is null. Returns how many.
CREATE OR REPLACE FUNCTION blank_responses(p_responses jsonb, p_question bigint) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_count integer;
BEGIN
  UPDATE hil_responses r SET raw_payload = x.made -> 'raw_payload', drafted_answer = NULL,
      response = CASE WHEN r.response IS NOT NULL THEN x.made -> 'response' END,
      ai_reasoning = CASE WHEN r.ai_reasoning IS NOT NULL THEN '' END, human_verification_notes = NULL,
      seal = x.made ->> 'seal', text_blanked_at = clock_timestamp()
    FROM jsonb_array_elements(p_responses) AS x (made)
    WHERE r.tenant_id = current_tenant_id() AND r.id = (x.made ->> 'id')::bigint
      AND r.matched_interaction_id IS NOT DISTINCT FROM p_question AND r.text_blanked_at IS NULL;
  GET DIAGNOSTICS v_count = ROW_COUNT;
  RETURN v_count;
END $$;
