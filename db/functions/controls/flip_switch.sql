-- Flips one of a tenant's own switches, with its event, in one call, so that a process cannot freeze between the two.
-- It wakes nobody: whoever releases it requests the waiting pushes once the flip has committed, so that a push which
-- still saw it engaged is among them. True: it was flipped. False: it stood that way already.
--
-- The one way to a switch for the app's role, which may not write the table. An engagement wants the first five
-- arguments alone. A release goes from the counter p_after, as its caller read it (false: the row is at another one),
-- and leaves the seal of the next counter, by which the app knows its own release (docs/adr/0079). So it may also
-- release again what was released without a seal.
CREATE OR REPLACE FUNCTION flip_switch(
  p_tenant bigint, p_name text, p_engaged boolean, p_reason text, p_by text,
  p_after integer DEFAULT NULL, p_seal text DEFAULT NULL
) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_id bigint;
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  UPDATE kill_switches SET engaged = p_engaged, reason = p_reason, changed_by_label = p_by,
      changed_at = clock_timestamp(), flips = flips + 1, release_seal = CASE WHEN NOT p_engaged THEN p_seal END
    WHERE tenant_id = p_tenant AND name = p_name AND CASE WHEN p_engaged THEN NOT engaged ELSE flips = p_after END
    RETURNING id INTO v_id;
  IF v_id IS NULL THEN
    RETURN false;
  END IF;
  PERFORM append_event(p_tenant, 'kill_switch', v_id,
    CASE WHEN p_engaged THEN 'kill_switch.engaged' ELSE 'kill_switch.released' END, 'person', p_by,
    jsonb_build_object('name', p_name, 'engaged', p_engaged, 'reason', p_reason));
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION flip_switch(bigint, text, boolean, text, text, integer, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION flip_switch(bigint, text, boolean, text, text, integer, text) TO countersign_app;
