-- Blanks the texts of one question and of all that came for it, of the transaction's own tenant, as the app has made
-- and sealed them: p_question holds request_data, response_data, default_response and seal; p_responses for each
-- response its id, raw_payload, response and seal. The guards look at each. False: it was changed past the ledger, or
-- is not over, and stays.
CREATE OR REPLACE FUNCTION blank_question(p_id bigint, p_question jsonb, p_responses jsonb) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
BEGIN
  PERFORM FROM hil_interactions h
    WHERE h.tenant_id = v_tenant AND h.id = p_id AND h.text_blanked_at IS NULL AND h.status <> 'pending'
      AND h.ended_at < retention_cutoff('question_texts') FOR NO KEY UPDATE;
  IF NOT FOUND OR NOT agrees_with_ledger(p_id) THEN
    RETURN false;
  END IF;
  PERFORM set_config('countersign.blanking', 'on', true);
  UPDATE hil_interactions h SET request_data = p_question -> 'request_data', workflow_context = NULL,
      response_data = CASE WHEN h.response_data IS NOT NULL THEN p_question -> 'response_data' END,
      default_response = CASE WHEN h.default_response IS NOT NULL THEN p_question -> 'default_response' END,
      seal = p_question ->> 'seal', text_blanked_at = clock_timestamp(), updated_at = clock_timestamp()
    WHERE h.tenant_id = v_tenant AND h.id = p_id;
  PERFORM blank_responses(p_responses, p_id);
  PERFORM set_config('countersign.blanking', '', true);
  PERFORM append_event(v_tenant, 'interaction', p_id, 'interaction.text_blanked', 'system', 'retention', '{}');
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION blank_question(bigint, jsonb, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION blank_question(bigint, jsonb, jsonb) TO countersign_app;
