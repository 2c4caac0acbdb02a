-- Says why a claim found nothing to claim. Reads the row it is given and, while it is pending, whose votes still count.
CREATE OR REPLACE FUNCTION decide_refusal(a proposed_actions, p_shown_hash text, p_user bigint, p_approve boolean)
  RETURNS decide_outcome
LANGUAGE plpgsql AS $$
DECLARE
  v_out decide_outcome;
BEGIN
  v_out.status := a.status;
  v_out.risk_level := a.risk_level;
  v_out.decision := a.decision;
  v_out.decided_by := a.decided_by_label;
  v_out.decided_by_user_id := a.decided_by_user_id;
  -- An action that a person took back after its approval ended when they did so, not when it was approved.
  v_out.decided_at := CASE
    WHEN a.status IN ('cancelled', 'superseded') THEN a.ended_at
    ELSE coalesce(a.decided_at, a.ended_at) END;
  v_out.ended_by := a.ended_by_label;
  v_out.grace_until := CASE WHEN a.decided_by_user_id = p_user THEN a.grace_until END;
  v_out.expires_at := a.expires_at;
  v_out.approvals := cardinality(
    CASE WHEN a.status = 'pending' AND a.approvers <> '{}' THEN live_approvers(a) ELSE a.approvers END);
  v_out.required_approvals := a.required_approvals;
  v_out.outcome := CASE
    WHEN a.status = 'expired' THEN 'expired'
    WHEN a.status <> 'pending' THEN 'already_decided'
    WHEN a.expires_at <= clock_timestamp() THEN 'expired'
    WHEN a.payload_hash <> p_shown_hash THEN 'changed'
    WHEN p_approve AND p_user = ANY (a.approvers) THEN 'already_decided'
    ELSE 'expired' END;
  IF a.status = 'pending' AND v_out.outcome = 'already_decided' THEN
    v_out.decision := 'approve';
    v_out.decided_by_user_id := p_user;
  END IF;
  -- A person whose earlier vote became part of the approval repeats a decision of their own.
  IF a.decision = 'approve' AND p_approve AND p_user = ANY (a.approvers) THEN
    v_out.decided_by_user_id := p_user;
  END IF;
  RETURN v_out;
END $$;
