-- Whether a question is as its last event left it. Another one is left alone, so that no event of the blanking takes
-- over a change that was made past the ledger.
CREATE OR REPLACE FUNCTION agrees_with_ledger(p_question bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce((
    SELECT e.body_text::jsonb -> 'state' = ledger_state(current_tenant_id(), 'interaction', p_question) FROM events e
    WHERE e.tenant_id = current_tenant_id() AND e.entity_type = 'interaction' AND e.entity_id = p_question
    ORDER BY e.seq DESC LIMIT 1), false)
$$;
