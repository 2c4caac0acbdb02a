-- Appends to a subject's hash chain. The subject's row is locked first and its head read under that lock: a head read
-- before a lock wait would be stale, and two events would share a predecessor.

CREATE FUNCTION append_event(
  p_tenant bigint, p_action bigint, p_event_type text, p_actor_kind text, p_actor_label text, p_details jsonb
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_seq integer;
  v_prev text;
  v_at timestamptz;
  v_body text;
  v_hash text;
  v_id bigint;
BEGIN
  SELECT chain_seq + 1, chain_head INTO STRICT v_seq, v_prev
    FROM proposed_actions WHERE id = p_action AND tenant_id = p_tenant FOR UPDATE;
  v_at := clock_timestamp();
  v_body := jsonb_build_object(
    'v', 1, 'tenant_id', p_tenant, 'type', p_event_type, 'entity_type', 'proposed_action', 'entity_id', p_action, 'seq', v_seq,
    'at', to_char(v_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actor', jsonb_build_object('kind', p_actor_kind, 'label', p_actor_label), 'details', p_details)::text;
  v_hash := encode(sha256(convert_to(v_prev || E'\n' || v_body, 'UTF8')), 'hex');
  INSERT INTO events (tenant_id, event_type, entity_type, entity_id, seq, prev_hash, hash, body_text, actor_kind, actor_label, occurred_at)
    VALUES (p_tenant, p_event_type, 'proposed_action', p_action, v_seq, v_prev, v_hash, v_body, p_actor_kind, p_actor_label, v_at)
    RETURNING id INTO v_id;
  UPDATE proposed_actions SET chain_head = v_hash, chain_seq = v_seq WHERE id = p_action AND tenant_id = p_tenant;
  RETURN v_id;
END $$;

-- The same for a kill switch; p_tenant is null for a global one.
CREATE FUNCTION append_switch_event(
  p_tenant bigint, p_switch bigint, p_event_type text, p_actor_kind text, p_actor_label text, p_details jsonb
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_seq integer;
  v_prev text;
  v_at timestamptz;
  v_body text;
  v_hash text;
  v_id bigint;
BEGIN
  SELECT chain_seq + 1, chain_head INTO STRICT v_seq, v_prev
    FROM kill_switches WHERE id = p_switch AND tenant_id IS NOT DISTINCT FROM p_tenant FOR UPDATE;
  v_at := clock_timestamp();
  v_body := jsonb_build_object(
    'v', 1, 'tenant_id', p_tenant, 'type', p_event_type, 'entity_type', 'kill_switch', 'entity_id', p_switch, 'seq', v_seq,
    'at', to_char(v_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'actor', jsonb_build_object('kind', p_actor_kind, 'label', p_actor_label), 'details', p_details)::text;
  v_hash := encode(sha256(convert_to(v_prev || E'\n' || v_body, 'UTF8')), 'hex');
  INSERT INTO events (tenant_id, event_type, entity_type, entity_id, seq, prev_hash, hash, body_text, actor_kind, actor_label, occurred_at)
    VALUES (p_tenant, p_event_type, 'kill_switch', p_switch, v_seq, v_prev, v_hash, v_body, p_actor_kind, p_actor_label, v_at)
    RETURNING id INTO v_id;
  UPDATE kill_switches SET chain_head = v_hash, chain_seq = v_seq WHERE id = p_switch;
  RETURN v_id;
END $$;

-- Puts an event for Inngest beside the change that causes it. The same event id twice is one event.
CREATE FUNCTION enqueue_outbox(p_tenant bigint, p_name text, p_event_id text, p_body jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO outbox (tenant_id, event_name, event_id, body_json) VALUES (p_tenant, p_name, p_event_id, p_body)
  ON CONFLICT (tenant_id, event_id) DO NOTHING;
$$;

-- Where time goes between a person's approval and NetSuite's answer. Runs with the caller's rights: tenants stay apart.
CREATE VIEW reflexion_log WITH (security_invoker = true) AS
  SELECT e.id AS event_id, e.tenant_id, e.entity_type, e.entity_id, a.action_type, a.risk_level,
         a.created_at AS proposed_at, a.decided_at AS approved_at, a.applied_at,
         extract(epoch FROM a.decided_at - a.created_at) * 1000 AS decision_delay_ms,
         extract(epoch FROM a.applied_at - a.decided_at) * 1000 AS approved_to_applied_ms
  FROM events e
  JOIN proposed_actions a ON a.id = e.entity_id AND a.tenant_id = e.tenant_id
  WHERE e.entity_type = 'proposed_action' AND e.event_type = 'hitl.applied';
