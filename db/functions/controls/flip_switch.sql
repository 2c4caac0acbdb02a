-- Flips one of a tenant's own switches, with its event, in one call, so that a process cannot freeze between the two.
-- It wakes nobody: whoever releases it requests the waiting pushes once the flip has committed, so that a push which
-- still saw it engaged is among them. True: it was flipped. False: it stood that way already.
CREATE OR REPLACE FUNCTION flip_switch(p_tenant bigint, p_name text, p_engaged boolean, p_reason text, p_by text)
  RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint;
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  UPDATE kill_switches SET engaged = p_engaged, reason = p_reason, changed_by_label = p_by,
      changed_at = clock_timestamp()
    WHERE tenant_id = p_tenant AND name = p_name AND engaged <> p_engaged RETURNING id INTO v_id;
  IF v_id IS NULL THEN
    RETURN false;
  END IF;
  PERFORM append_event(p_tenant, 'kill_switch', v_id,
    CASE WHEN p_engaged THEN 'kill_switch.engaged' ELSE 'kill_switch.released' END, 'person', p_by,
    jsonb_build_object('name', p_name, 'engaged', p_engaged, 'reason', p_reason));
  RETURN true;
END $$;
