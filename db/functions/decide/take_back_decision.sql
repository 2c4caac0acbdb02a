-- Takes a person's own decision back within its grace (docs/adr/0068): an approval is cancelled with its pushes, and
-- the identical proposal is put in the place of what was decided. The caller completes that proposal and appends the
-- events of both in the same transaction.
--
-- The order matters. The pushes are locked first, as a sender locks the one that it leases: of a sender at the end of
-- the grace and this, the second sees the first. The clock is read after every wait.
--
-- Outcomes:
--   taken_back   new_id is the proposal, pushes_cancelled those of the approval
--   refused      it was not this person's, its grace is over, it was sent, or somebody was first: nothing was written
CREATE OR REPLACE FUNCTION take_back_decision(
  p jsonb, OUT outcome text, OUT new_id bigint, OUT pushes_cancelled bigint[]
) LANGUAGE plpgsql AS $$
DECLARE
  -- p: tenant_id, action_id, user_id, label, reason, expires_in_seconds_min, policy {version, hash, rule}
  v_tenant bigint := (p ->> 'tenant_id')::bigint;
  v_id bigint := (p ->> 'action_id')::bigint;
  v_action proposed_actions;
BEGIN
  outcome := 'refused';
  pushes_cancelled := '{}';
  PERFORM 1 FROM ns_pending_pushes q WHERE q.tenant_id = v_tenant AND q.action_id = v_id ORDER BY q.id FOR UPDATE;
  SELECT * INTO v_action FROM proposed_actions a WHERE a.tenant_id = v_tenant AND a.id = v_id FOR NO KEY UPDATE;
  IF NOT FOUND OR v_action.decided_by_user_id IS DISTINCT FROM (p ->> 'user_id')::bigint
     OR v_action.status NOT IN ('approved', 'rejected') OR v_action.superseded_by_id IS NOT NULL
     OR (v_action.grace_until > clock_timestamp()) IS NOT TRUE
     OR EXISTS (SELECT 1 FROM ns_pending_pushes q
                WHERE q.tenant_id = v_tenant AND q.action_id = v_id
                  AND (q.status <> 'queued' OR q.lease_attempt > 0)) THEN
    RETURN;
  END IF;

  IF v_action.status = 'approved' THEN
    WITH ended AS (
      UPDATE ns_pending_pushes q SET status = 'cancelled', ended_at = clock_timestamp()
      WHERE q.tenant_id = v_tenant AND q.action_id = v_id AND q.status = 'queued' RETURNING q.id
    ) SELECT array_agg(e.id ORDER BY e.id) INTO pushes_cancelled FROM ended e;
    -- Before the insertion, so that the day's totals do not count both.
    UPDATE proposed_actions a SET status = 'cancelled', ended_at = clock_timestamp(), ended_by_label = p ->> 'label',
        end_reason = p ->> 'reason'
      WHERE a.tenant_id = v_tenant AND a.id = v_id AND a.status = 'approved';
  END IF;

  -- The agent's own words, figures and time. The trigger weighs it as any other, with all that was approved since.
  INSERT INTO proposed_actions (
    tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text, payload_hash, input_fingerprint,
    precondition_key, effects, marks, facts_json, facts_read_at, movement_percent, impact_cents, impact_currency,
    customer_ref, sku, record_ref, location_ref, weight_parts, claimed_risk_level, agent_id, on_behalf_of_user_id,
    author_user_id, reason, evidence_json, conversation_ref, model, prompt_template_version, correlation_id, trace_id,
    span_id, request_hash, undo_of_id, supersedes_id, policy_version, policy_hash, policy_rule, expires_at)
  SELECT
    tenant_id, action_type, entity_type, entity_ref, payload_json, payload_text, payload_hash, input_fingerprint,
    precondition_key, effects, marks, facts_json, facts_read_at, movement_percent, impact_cents, impact_currency,
    customer_ref, sku, record_ref, location_ref, weight_parts, claimed_risk_level, agent_id, on_behalf_of_user_id,
    author_user_id, reason, evidence_json, conversation_ref, model, prompt_template_version, correlation_id, trace_id,
    span_id, request_hash, undo_of_id, v_id, (p #>> '{policy,version}')::integer, p #>> '{policy,hash}',
    p #>> '{policy,rule}',
    greatest(expires_at, clock_timestamp() + make_interval(secs => (p ->> 'expires_in_seconds_min')::integer))
  FROM proposed_actions a WHERE a.tenant_id = v_tenant AND a.id = v_id
  RETURNING proposed_actions.id INTO new_id;
  outcome := 'taken_back';
END $$;
