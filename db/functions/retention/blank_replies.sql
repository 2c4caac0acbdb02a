-- Blanks the texts of replies that belong to no question, and of late ones to a question that is blanked, of the
-- transaction's own tenant, as blank_question does. Returns how many.
CREATE OR REPLACE FUNCTION blank_replies(p_responses jsonb) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_question bigint;
  v_count integer := 0;
BEGIN
  PERFORM set_config('countersign.blanking', 'on', true);
  v_count := blank_responses(p_responses, NULL);
  FOR v_question IN
    SELECT DISTINCT r.matched_interaction_id FROM hil_responses r
    WHERE r.tenant_id = v_tenant AND r.id IN (SELECT (x ->> 'id')::bigint FROM jsonb_array_elements(p_responses) AS x)
      AND r.matched_interaction_id IS NOT NULL AND r.text_blanked_at IS NULL ORDER BY 1
  LOOP
    PERFORM set_config('countersign.blanking', '', true);
    PERFORM FROM hil_interactions h WHERE h.tenant_id = v_tenant AND h.id = v_question FOR NO KEY UPDATE;
    CONTINUE WHEN NOT agrees_with_ledger(v_question);
    PERFORM set_config('countersign.blanking', 'on', true);
    v_count := v_count + blank_responses(p_responses, v_question);
    PERFORM set_config('countersign.blanking', '', true);
    PERFORM append_event(v_tenant, 'interaction', v_question, 'interaction.text_blanked', 'system', 'retention', '{}');
  END LOOP;
  PERFORM set_config('countersign.blanking', '', true);
  RETURN v_count;
END $$;
REVOKE EXECUTE ON FUNCTION blank_replies(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION blank_replies(jsonb) TO countersign_app;
