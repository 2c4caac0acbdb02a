-- Gives a pending action the time again that it was given first, and its tier's full time at most, counted from now:
-- once, with a reason, by one who may decide. The copy of an extended action, made as a decision was taken back, counts
-- as extended.
-- p_seal: the app's, on who gave it and why, for the event.
-- The one way past the seal on expires_at: guard_proposed_action lets the tables' owner pass, who owns this function,
-- and only where the event appended here says so.
--
-- The row is locked first, so that status and clock are looked at after every wait. False: nothing was changed. The
-- action no longer waits, its time has run out, it was extended before or has longer, or the person may not decide.
CREATE OR REPLACE FUNCTION extend_action(p_action bigint, p_user bigint, p_reason text, p_seal text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_action proposed_actions;
  v_name text;
  v_now timestamptz;
  v_until timestamptz;
BEGIN
  SELECT * INTO v_action FROM proposed_actions WHERE id = p_action AND tenant_id = v_tenant FOR UPDATE;
  SELECT u.name INTO v_name FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.tenant_id = v_tenant AND m.user_id = p_user AND m.revoked_at IS NULL AND u.disabled_at IS NULL
      AND m.role IN ('approver', 'admin');
  v_now := clock_timestamp();
  -- To the millisecond, as the event spells it.
  v_until := date_trunc('milliseconds', v_now + least(
    v_action.expires_at - v_action.created_at, full_time(v_action.risk_level)));
  IF v_action.id IS NULL OR v_name IS NULL OR v_action.status <> 'pending' OR v_action.expires_at <= v_now
     OR v_action.expires_at >= v_until OR coalesce(p_reason, '') !~ '\S'
     OR extended_by(v_tenant, p_action) IS NOT NULL THEN
    RETURN false;
  END IF;
  PERFORM append_event(v_tenant, 'proposed_action', p_action, 'hitl.extended', 'person', v_name, jsonb_build_object(
    'user_id', p_user, 'reason', p_reason, 'seal', p_seal, 'payload_hash', v_action.payload_hash,
    'previous_expires_at', to_char(v_action.expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'expires_at', to_char(v_until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  UPDATE proposed_actions SET expires_at = v_until WHERE id = p_action AND tenant_id = v_tenant;
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION extend_action(bigint, bigint, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION extend_action(bigint, bigint, text, text) TO countersign_app;
