-- Raises the tier of a pending action to the one that weigh_risk gives it now, with what the policy asks of that tier.
-- The one way past the seal on risk_level: guard_proposed_action lets the tables' owner pass, who owns this function,
-- and only where the event appended here says so.
--
-- The policy is asked outside of the database: p_tier is the tier that it was asked about. Returns the tier that the
-- action should have: another than p_tier means that nothing was written and the caller asks again. Null: the action
-- no longer waits, or its tier holds.
-- p_unwritten: as weigh_risk takes it.
-- Approvals so far were given to another tier and count no longer; the same people may approve again.
CREATE OR REPLACE FUNCTION raise_tier(
  p_action bigint, p_tier smallint, p_required_approvals smallint, p_requires_step_up boolean, p_policy_rule text,
  p_unwritten bigint[]
) RETURNS smallint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_action proposed_actions;
  v_risk record;
  v_required smallint;
  v_step_up boolean;
BEGIN
  SELECT * INTO v_action FROM proposed_actions WHERE id = p_action AND tenant_id = v_tenant FOR UPDATE;
  IF v_action.status IS DISTINCT FROM 'pending' OR v_action.expires_at <= clock_timestamp() THEN
    RETURN NULL;
  END IF;
  PERFORM lock_totals(v_tenant, ARRAY[p_action]);
  SELECT * INTO v_risk FROM weigh_risk(v_action, p_action, false, p_unwritten);
  IF v_risk.tier <= v_action.risk_level THEN
    RETURN NULL;
  END IF;
  IF v_risk.tier <> p_tier THEN
    RETURN v_risk.tier;
  END IF;
  v_required := greatest(v_action.required_approvals, p_required_approvals);
  v_step_up := v_action.requires_step_up OR p_requires_step_up;
  PERFORM append_event(v_tenant, 'proposed_action', p_action, 'hitl.tier_raised', 'system', 'tier rules',
    jsonb_build_object(
      'payload_hash', v_action.payload_hash, 'risk_level', v_risk.tier, 'risk_rule', v_risk.rule,
      'weighed', v_risk.weighed, 'previous_risk_level', v_action.risk_level,
      'previous_risk_rule', v_action.risk_rule, 'required_approvals', v_required, 'requires_step_up', v_step_up,
      'approvals_rule', p_policy_rule, 'approvals_dropped', to_jsonb(v_action.approvers)));
  UPDATE proposed_actions SET
      risk_level = v_risk.tier, risk_rule = v_risk.rule, risk_weighed = v_risk.weighed,
      raised_from = coalesce(raised_from, risk_level), required_approvals = v_required, requires_step_up = v_step_up,
      approvers = '{}'
    WHERE id = p_action AND tenant_id = v_tenant;
  RETURN v_risk.tier;
END $$;
REVOKE EXECUTE ON FUNCTION raise_tier(bigint, smallint, smallint, boolean, text, bigint[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION raise_tier(bigint, smallint, smallint, boolean, text, bigint[]) TO countersign_app;
