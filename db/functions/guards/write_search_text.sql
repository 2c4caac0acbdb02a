-- Writes the text by which a proposed action is found: its outline, which every member may search, and everything.
-- Everything that stays true joins the words from which typing errors are corrected; prose does not, since it ends.
CREATE OR REPLACE FUNCTION write_search_text(p_tenant bigint, p_action bigint) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  a proposed_actions;
  v_outline text;
  v_lasting text;
  v_content text;
BEGIN
  SELECT * INTO STRICT a FROM proposed_actions WHERE tenant_id = p_tenant AND id = p_action;
  v_outline := search_text(concat_ws(' ', a.entity_ref, a.entity_type, replace(a.action_type, '_', ' '),
    (SELECT t.words FROM action_types t WHERE t.name = a.action_type),
    'L' || a.risk_level, (ARRAY['trivial', 'low', 'medium', 'high', 'critical'])[a.risk_level],
    (SELECT g.name FROM agents g WHERE g.tenant_id = p_tenant AND g.id = a.agent_id),
    (SELECT string_agg(u.name, ' ') FROM users u WHERE u.id IN (a.on_behalf_of_user_id, a.author_user_id))));
  v_lasting := v_outline || search_text(concat_ws(' ', a.customer_ref, a.sku, a.record_ref,
    (SELECT string_agg(DISTINCT name #>> '{}', ' ') FROM (
       SELECT jsonb_path_query(a.facts_json, '$.**.item_name') UNION ALL
       SELECT jsonb_path_query(a.facts_json, '$.**.record_name') UNION ALL
       SELECT jsonb_path_query(a.facts_json, '$.**.customer_name')) AS names (name)),
    (SELECT string_agg(DISTINCT value #>> '{}', ' ') FROM jsonb_path_query(a.payload_json, 'strict $.**') AS value
     WHERE jsonb_typeof(value) IN ('string', 'number'))));
  v_content := v_lasting || search_text(concat_ws(' ', a.reason, a.conversation_ref, a.correlation_id));
  INSERT INTO action_search (tenant_id, action_id, outline, content)
  VALUES (p_tenant, p_action, v_outline, v_content)
  ON CONFLICT (tenant_id, action_id) DO UPDATE SET outline = excluded.outline, content = excluded.content;
  PERFORM learn_words(p_tenant, true, v_outline), learn_words(p_tenant, false, v_lasting);
END $$;
REVOKE EXECUTE ON FUNCTION write_search_text(bigint, bigint) FROM PUBLIC;
