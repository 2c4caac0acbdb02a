-- Appends to a subject's hash chain; p_tenant is null for a global kill switch alone. The row that holds the head is
-- locked first and the head read under that lock: a head read before a lock wait would be stale, and two events would
-- share a predecessor. An action is locked FOR NO KEY UPDATE, which lets others refer to it: two lines of a roll that
-- settle at once both refer to their action (a dead letter, a receipt) before they append, else they would deadlock.
--
-- The body holds the subject's row as the event leaves it (state) and, of an action, the hashes of the rows that the
-- event speaks about (rows): to be called after the change. The verification compares both with the rows as they are.
CREATE OR REPLACE FUNCTION append_event(
  p_tenant bigint,
  p_entity_type text,
  p_entity bigint,
  p_event_type text,
  p_actor_kind text,
  p_actor_label text,
  p_details jsonb
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_seq integer;
  v_prev text;
  v_at timestamptz;
  v_body text;
  v_hash text;
  v_id bigint;
  v_action proposed_actions;
  v_state jsonb;
  v_rows jsonb;
BEGIN
  CASE p_entity_type
  WHEN 'proposed_action' THEN
    SELECT * INTO STRICT v_action FROM proposed_actions
      WHERE id = p_entity AND tenant_id = p_tenant FOR NO KEY UPDATE;
    v_seq := v_action.chain_seq + 1;
    v_prev := v_action.chain_head;
    v_state := action_state(v_action);
    v_rows := rows_evidence(v_action, p_event_type, v_seq, p_details);
  WHEN 'kill_switch' THEN
    SELECT chain_seq + 1, chain_head INTO STRICT v_seq, v_prev FROM kill_switches
      WHERE id = p_entity AND tenant_id IS NOT DISTINCT FROM p_tenant FOR UPDATE;
  ELSE
    -- The chain begins with its first event.
    INSERT INTO ledger_subjects (tenant_id, entity_type, entity_id) VALUES (p_tenant, p_entity_type, p_entity)
      ON CONFLICT DO NOTHING;
    SELECT chain_seq + 1, chain_head INTO STRICT v_seq, v_prev FROM ledger_subjects
      WHERE tenant_id = p_tenant AND entity_type = p_entity_type AND entity_id = p_entity FOR UPDATE;
  END CASE;
  v_state := coalesce(v_state, ledger_state(p_tenant, p_entity_type, p_entity));

  v_at := clock_timestamp();
  v_body := (jsonb_build_object(
    'v', 2, 'tenant_id', p_tenant, 'type', p_event_type, 'entity_type', p_entity_type, 'entity_id', p_entity,
    'seq', v_seq, 'at', to_char(v_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actor', jsonb_build_object('kind', p_actor_kind, 'label', p_actor_label), 'details', p_details)
    || CASE WHEN v_state IS NULL THEN '{}' ELSE jsonb_build_object('state', v_state) END
    || CASE WHEN v_rows IS NULL OR v_rows = '{}' THEN '{}' ELSE jsonb_build_object('rows', v_rows) END)::text;
  v_hash := encode(sha256(convert_to(v_prev || E'\n' || v_body, 'UTF8')), 'hex');
  INSERT INTO events (tenant_id, event_type, entity_type, entity_id, seq, prev_hash, hash, body_text, actor_kind,
                      actor_label, occurred_at)
    VALUES (p_tenant, p_event_type, p_entity_type, p_entity, v_seq, v_prev, v_hash, v_body, p_actor_kind,
            p_actor_label, v_at)
    RETURNING id INTO v_id;

  CASE p_entity_type
  WHEN 'proposed_action' THEN
    UPDATE proposed_actions SET chain_head = v_hash, chain_seq = v_seq WHERE id = p_entity AND tenant_id = p_tenant;
  WHEN 'kill_switch' THEN
    UPDATE kill_switches SET chain_head = v_hash, chain_seq = v_seq WHERE id = p_entity;
  ELSE
    UPDATE ledger_subjects SET chain_head = v_hash, chain_seq = v_seq
      WHERE tenant_id = p_tenant AND entity_type = p_entity_type AND entity_id = p_entity;
  END CASE;
  RETURN v_id;
END $$;
