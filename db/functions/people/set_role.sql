-- Sets the role of a person, who may be new or revoked, by one administrator's hand. 'given': it holds. 'waits': it
-- would add a power, and there is another administrator, or was one within seven days, who must confirm it; until then
-- the person keeps what they had, and views where they had nothing. Losing a power takes effect at once. p_wish_seal
-- and p_leave_seal: the app's, of the administrator's attestation for either case. p_known: as in give_role.
CREATE OR REPLACE FUNCTION set_role(
  p_user bigint, p_role text, p_seal text, p_wish_seal text, p_leave_seal text, p_known boolean,
  p_actor bigint
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_held text;
  v_revoked boolean;
  v_views boolean;
  v_wishes integer;
BEGIN
  PERFORM assert_administrator(v_tenant, p_actor);
  INSERT INTO memberships (tenant_id, user_id, role) SELECT v_tenant, p_user, 'viewer'
    WHERE NOT belongs_elsewhere(p_user, v_tenant) ON CONFLICT DO NOTHING;
  SELECT m.role, m.revoked_at IS NOT NULL INTO STRICT v_held, v_revoked
    FROM memberships m WHERE m.tenant_id = v_tenant AND m.user_id = p_user FOR UPDATE;
  v_views := v_revoked OR NOT p_known;
  IF NOT adds_power(CASE WHEN v_views THEN 'viewer' ELSE v_held END, p_role)
     OR other_administrators_lately(v_tenant, ARRAY[p_actor, p_user]) = 0 THEN
    PERFORM give_role(v_tenant, p_user, p_role, p_seal, p_leave_seal, p_known, ARRAY[p_actor]);
    RETURN 'given';
  END IF;
  -- Somebody who decided before they were revoked has left office already; they come back as a viewer until then.
  UPDATE memberships m SET pending_role = p_role, pending_role_by_user_id = p_actor,
      pending_role_at = clock_timestamp(), role_wishes = m.role_wishes + 1, revoked_at = NULL,
      role = CASE WHEN v_views THEN 'viewer' ELSE m.role END,
      role_changes = m.role_changes + v_views::integer
    WHERE m.tenant_id = v_tenant AND m.user_id = p_user RETURNING m.role_wishes INTO v_wishes;
  IF v_views AND NOT v_revoked AND v_held IN ('approver', 'admin') THEN
    PERFORM leave_office(v_tenant, p_user, p_leave_seal, p_actor, true);
  END IF;
  PERFORM say_word(v_tenant, p_user, 'asked_role', v_wishes, p_actor, p_wish_seal, p_role);
  RETURN 'waits';
END $$;
REVOKE EXECUTE ON FUNCTION set_role(bigint, text, text, text, text, boolean, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_role(bigint, text, text, text, text, boolean, bigint) TO countersign_app;
