-- Flips a switch for every tenant, with its event in the switch's own chain, which every tenant reads. The app's role
-- may change no global row itself: this is its only way, and it calls it for an operator alone, whose name stands in
-- the event. Counter, seal and answer as flip_switch has them.
CREATE OR REPLACE FUNCTION flip_global_switch(
  p_name text, p_engaged boolean, p_reason text, p_by text, p_after integer DEFAULT NULL, p_seal text DEFAULT NULL
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id bigint;
BEGIN
  UPDATE kill_switches SET engaged = p_engaged, reason = p_reason, changed_by_label = p_by,
      changed_at = clock_timestamp(), flips = flips + 1, release_seal = CASE WHEN NOT p_engaged THEN p_seal END
    WHERE tenant_id IS NULL AND name = p_name AND CASE WHEN p_engaged THEN NOT engaged ELSE flips = p_after END
    RETURNING id INTO v_id;
  IF v_id IS NULL THEN
    RETURN false;
  END IF;
  PERFORM append_event(NULL, 'kill_switch', v_id,
    CASE WHEN p_engaged THEN 'kill_switch.engaged' ELSE 'kill_switch.released' END, 'person', p_by,
    jsonb_build_object('name', p_name, 'engaged', p_engaged, 'reason', p_reason, 'scope', 'global'));
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION flip_global_switch(text, boolean, text, text, integer, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION flip_global_switch(text, boolean, text, text, integer, text) TO countersign_app;
