-- The hashes of the rows that an event of an action speaks about, as they are when it is appended: the verification
-- reads the rows again and compares. Empty: the event speaks of no other row.
--
-- action, prose     of the first event: the part that never changes, and the agent's prose
-- decision          of a vote or a decision: its row
-- pushes            of an approval: every line, in the order of their ids
-- push, receipt     of a settlement: its push's outcome and its receipt
-- letter            of a push that gave up: its dead letter
-- mirror, draft     of the end: the row of the applied mirror, and the draft that it wrote
CREATE OR REPLACE FUNCTION rows_evidence(a proposed_actions, p_event_type text, p_seq integer, p_details jsonb)
  RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_rows jsonb := '{}';
  v_push bigint := (p_details ->> 'push_id')::bigint;
BEGIN
  IF p_seq = 1 THEN
    v_rows := v_rows || jsonb_build_object('action', hashed(action_evidence(a)), 'prose', hashed(action_prose(a)));
  END IF;
  IF p_event_type IN ('hitl.vote_recorded', 'hitl.approved', 'hitl.rejected') THEN
    v_rows := v_rows || coalesce((
      SELECT jsonb_build_object('decision', hashed(decision_evidence(d))) FROM decisions d
      WHERE d.tenant_id = a.tenant_id AND d.action_id = a.id ORDER BY d.id DESC LIMIT 1), '{}');
  END IF;
  IF p_event_type = 'hitl.approved' THEN
    v_rows := v_rows || jsonb_build_object('pushes', (
      SELECT hashed(coalesce(string_agg(push_evidence(p), E'\n' ORDER BY p.id), '')) FROM ns_pending_pushes p
      WHERE p.tenant_id = a.tenant_id AND p.action_id = a.id));
  ELSIF v_push IS NOT NULL THEN
    v_rows := v_rows || coalesce((
      SELECT jsonb_strip_nulls(jsonb_build_object(
        'push', hashed(push_outcome(p)), 'push_status', p.status, 'receipt', (
          SELECT hashed(receipt_evidence(r)) FROM action_receipts r
          WHERE r.tenant_id = p.tenant_id AND r.idempotency_key = p.action_key)))
      FROM ns_pending_pushes p WHERE p.tenant_id = a.tenant_id AND p.id = v_push AND p.action_id = a.id), '{}');
  END IF;
  IF p_event_type = 'push.dead' THEN
    v_rows := v_rows || coalesce((
      SELECT jsonb_build_object('letter', hashed(letter_evidence(d))) FROM ns_push_dlq_log d
      WHERE d.tenant_id = a.tenant_id AND d.push_id = v_push ORDER BY d.id DESC LIMIT 1), '{}');
  END IF;
  IF p_event_type = 'hitl.applied' THEN
    v_rows := v_rows || jsonb_strip_nulls(jsonb_build_object(
      'mirror', (SELECT hashed(mirror_evidence(m)) FROM proposed_actions_applied_mirror m
                 WHERE m.tenant_id = a.tenant_id AND m.action_id = a.id),
      'draft', (SELECT hashed(draft_evidence(d)) FROM email_drafts d
                JOIN ns_pending_pushes p ON p.tenant_id = d.tenant_id AND p.action_key = d.action_key
                WHERE p.tenant_id = a.tenant_id AND p.id = v_push AND p.destination = 'internal')));
  END IF;
  RETURN v_rows;
END $$;
