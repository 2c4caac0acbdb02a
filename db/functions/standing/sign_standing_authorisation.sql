-- An administrator who may decide signs for trivial writes: which types, how many a day, how long. With its event,
-- whose subject it is. Returns its id.
CREATE OR REPLACE FUNCTION sign_standing_authorisation(p_types text[], p_per_day_max integer, p_days integer,
                                                       p_actor bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_name text;
  v_row standing_authorisations;
BEGIN
  SELECT u.name INTO v_name FROM memberships m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
    WHERE m.tenant_id = v_tenant AND m.user_id = p_actor AND m.revoked_at IS NULL AND m.role = 'admin';
  IF v_name IS NULL OR p_days NOT BETWEEN 1 AND 366 THEN
    RAISE EXCEPTION 'person % signs no such standing authorisation', p_actor USING ERRCODE = 'CS003';
  END IF;
  INSERT INTO standing_authorisations (tenant_id, action_types, risk_level_max, per_day_max, policy_version,
                                       signed_by_user_id, signed_by_label, expires_at)
    VALUES (v_tenant, p_types, 1, p_per_day_max,
            (SELECT coalesce(max(version), 0) FROM policies WHERE tenant_id = v_tenant), p_actor, v_name,
            clock_timestamp() + make_interval(hours => 24 * p_days))
    RETURNING * INTO v_row;
  PERFORM record_authorisation(v_tenant, v_row.id, 'person', v_name, jsonb_build_object('by_user_id', p_actor));
  RETURN v_row.id;
END $$;
REVOKE EXECUTE ON FUNCTION sign_standing_authorisation(text[], integer, integer, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION sign_standing_authorisation(text[], integer, integer, bigint) TO countersign_app;
