-- Enforces the transition table of lib/core in the database: whatever the app does, no row moves between statuses that
-- the table does not connect, and nothing that a person saw is changed afterwards.
CREATE OR REPLACE FUNCTION guard_proposed_action() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- The tier rises while the action waits, and the requirements with it, by raise_tier, whose event is the last link.
  -- raise_tier alone runs as the tables' owner.
  v_raised boolean := current_user = 'countersign_owner' AND OLD.status = 'pending' AND NEW.status = 'pending'
    AND NEW.risk_level > OLD.risk_level AND NEW.raised_from = coalesce(OLD.raised_from, OLD.risk_level)
    AND NEW.required_approvals >= OLD.required_approvals AND NEW.requires_step_up >= OLD.requires_step_up
    AND (SELECT (e.body_text::jsonb #>> '{details,risk_level}')::smallint FROM events e
         WHERE e.tenant_id = OLD.tenant_id AND e.entity_type = 'proposed_action' AND e.entity_id = OLD.id
           AND e.seq = OLD.chain_seq AND e.event_type = 'hitl.tier_raised') = NEW.risk_level;
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.action_type, NEW.entity_type, NEW.entity_ref, NEW.payload_text, NEW.payload_hash,
      NEW.payload_json, NEW.input_fingerprint, NEW.effects, NEW.marks, NEW.location_ref, NEW.weight_parts,
      NEW.facts_json,
      NEW.movement_percent, NEW.impact_cents, NEW.impact_currency, NEW.customer_ref, NEW.sku, NEW.record_ref,
      NEW.agent_id, NEW.on_behalf_of_user_id, NEW.reason, NEW.evidence_json, NEW.policy_version, NEW.policy_hash,
      NEW.created_at, NEW.correlation_id, NEW.idempotency_key, NEW.request_hash, NEW.precondition_key,
      NEW.facts_read_at, NEW.conversation_ref, NEW.model, NEW.prompt_template_version, NEW.trace_id, NEW.supersedes_id,
      NEW.undo_of_id, NEW.author_user_id, NEW.claimed_risk_level, NEW.span_id)
     IS DISTINCT FROM
     (OLD.id, OLD.tenant_id, OLD.action_type, OLD.entity_type, OLD.entity_ref, OLD.payload_text, OLD.payload_hash,
      OLD.payload_json, OLD.input_fingerprint, OLD.effects, OLD.marks, OLD.location_ref, OLD.weight_parts,
      OLD.facts_json,
      OLD.movement_percent, OLD.impact_cents, OLD.impact_currency, OLD.customer_ref, OLD.sku, OLD.record_ref,
      OLD.agent_id, OLD.on_behalf_of_user_id, OLD.reason, OLD.evidence_json, OLD.policy_version, OLD.policy_hash,
      OLD.created_at, OLD.correlation_id, OLD.idempotency_key, OLD.request_hash, OLD.precondition_key,
      OLD.facts_read_at, OLD.conversation_ref, OLD.model, OLD.prompt_template_version, OLD.trace_id, OLD.supersedes_id,
      OLD.undo_of_id, OLD.author_user_id, OLD.claimed_risk_level, OLD.span_id)
  THEN
    RAISE EXCEPTION 'proposed action % is immutable: only its status moves', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF (NEW.risk_level, NEW.risk_rule, NEW.risk_weighed, NEW.raised_from)
     IS DISTINCT FROM (OLD.risk_level, OLD.risk_rule, OLD.risk_weighed, OLD.raised_from)
     AND v_raised IS NOT TRUE THEN
    RAISE EXCEPTION 'the tier of proposed action % only rises, by its own verb', OLD.id USING ERRCODE = 'CS001';
  END IF;
  -- The tier decides how many approve and how: filled in once, before the first event seals the row. The claim alone
  -- asks for more.
  IF OLD.chain_seq > 0 AND v_raised IS NOT TRUE AND ((NEW.requires_step_up, NEW.policy_rule)
       IS DISTINCT FROM (OLD.requires_step_up, OLD.policy_rule)
     OR NEW.required_approvals IS DISTINCT FROM OLD.required_approvals AND (
       current_user = 'countersign_owner' AND OLD.status = 'pending'
       AND NEW.required_approvals > OLD.required_approvals) IS NOT TRUE) THEN
    RAISE EXCEPTION 'proposed action % is sealed', OLD.id USING ERRCODE = 'CS001';
  END IF;
  -- The expiry is set with the tier, at the insertion. It moves to a later time, once, while the action waits, by
  -- extend_action, whose event is the last link.
  IF NEW.expires_at IS DISTINCT FROM OLD.expires_at AND NOT (
       current_user = 'countersign_owner' AND OLD.status = 'pending' AND NEW.status = 'pending'
       AND NEW.expires_at > OLD.expires_at
       AND (SELECT array_agg(e.seq) FROM events e
            WHERE e.tenant_id = OLD.tenant_id AND e.entity_type = 'proposed_action' AND e.entity_id = OLD.id
              AND e.event_type = 'hitl.extended') = ARRAY[OLD.chain_seq]
       AND (SELECT (e.body_text::jsonb #>> '{details,expires_at}')::timestamptz FROM events e
            WHERE e.tenant_id = OLD.tenant_id AND e.entity_type = 'proposed_action' AND e.entity_id = OLD.id
              AND e.seq = OLD.chain_seq) = NEW.expires_at) THEN
    RAISE EXCEPTION 'proposed action % is sealed', OLD.id USING ERRCODE = 'CS001';
  END IF;
  -- The chain grows by the link that the ledger just took in, and in no other way.
  IF (NEW.chain_seq, NEW.chain_head) IS DISTINCT FROM (OLD.chain_seq, OLD.chain_head) AND NOT (
       NEW.chain_seq = OLD.chain_seq + 1 AND EXISTS (
         SELECT 1 FROM events e
         WHERE e.tenant_id = NEW.tenant_id AND e.entity_type = 'proposed_action' AND e.entity_id = NEW.id
           AND e.seq = NEW.chain_seq AND e.hash = NEW.chain_head)) THEN
    RAISE EXCEPTION 'the ledger of proposed action % has no such link', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.status <> OLD.status AND (OLD.status || '>' || NEW.status) NOT IN (
       'pending>approved', 'pending>rejected', 'pending>expired', 'pending>cancelled', 'pending>superseded',
       'approved>applied', 'approved>stale', 'approved>cancelled', 'approved>superseded') THEN
    RAISE EXCEPTION 'proposed action % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'CS002';
  END IF;
  IF OLD.decided_at IS NOT NULL AND
     (NEW.decision, NEW.decided_at, NEW.decided_by_kind, NEW.decided_by_user_id, NEW.decided_by_label,
      NEW.decision_comment, NEW.claim_token, NEW.approvers, NEW.grace_until)
     IS DISTINCT FROM
     (OLD.decision, OLD.decided_at, OLD.decided_by_kind, OLD.decided_by_user_id, OLD.decided_by_label,
      OLD.decision_comment, OLD.claim_token, OLD.approvers, OLD.grace_until) THEN
    RAISE EXCEPTION 'the decision on proposed action % is final', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF OLD.status NOT IN ('pending', 'approved') AND
     (NEW.applied_at, NEW.ns_internal_id, NEW.ended_at, NEW.ended_by_label, NEW.end_reason)
     IS DISTINCT FROM (OLD.applied_at, OLD.ns_internal_id, OLD.ended_at, OLD.ended_by_label, OLD.end_reason) THEN
    RAISE EXCEPTION 'the end of proposed action % is final', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.status IN ('cancelled', 'superseded') AND OLD.status = 'approved' AND EXISTS (
       SELECT 1 FROM ns_pending_pushes p WHERE p.action_id = OLD.id AND p.status NOT IN ('cancelled', 'dead')) THEN
    RAISE EXCEPTION 'proposed action % may have been sent: settle its push first', OLD.id USING ERRCODE = 'CS002';
  END IF;
  IF NEW.status = 'stale' AND OLD.status = 'approved' AND EXISTS (
       SELECT 1 FROM ns_pending_pushes p WHERE p.action_id = OLD.id AND p.status NOT IN ('stale', 'cancelled')) THEN
    RAISE EXCEPTION 'proposed action % may have been sent: settle its push first', OLD.id USING ERRCODE = 'CS002';
  END IF;
  IF NEW.status = 'expired' AND OLD.status = 'pending' AND OLD.expires_at > clock_timestamp() THEN
    RAISE EXCEPTION 'proposed action % has time until %', OLD.id, OLD.expires_at USING ERRCODE = 'CS002';
  END IF;
  -- The totals count from these times on, so that no other time keeps a write out of them.
  IF current_user = 'countersign_app' AND OLD.status = 'approved' AND NEW.status <> 'approved' THEN
    NEW.applied_at := CASE NEW.status WHEN 'applied' THEN clock_timestamp() END;
    NEW.ended_at := CASE WHEN NEW.status <> 'applied' THEN clock_timestamp() END;
  END IF;
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END $$;
