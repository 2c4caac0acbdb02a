-- A second administrator confirms that somebody left office. False: nothing waits, or their word is not a second one
-- beside that of whoever did it (may_confirm).
CREATE OR REPLACE FUNCTION confirm_leave(p_user bigint, p_actor bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
BEGIN
  PERFORM assert_administrator(v_tenant, p_actor);
  -- The newest step that took a power away names who did it.
  UPDATE memberships m SET leave_unconfirmed = false
    WHERE m.tenant_id = v_tenant AND m.user_id = p_user AND m.leave_unconfirmed AND p_user <> p_actor
      AND may_confirm(v_tenant, p_actor, (
        SELECT (e.body_text::jsonb #>> '{details,by_user_id}')::bigint FROM events e
        WHERE e.tenant_id = v_tenant AND e.entity_type = 'person' AND e.entity_id = p_user
          AND e.event_type IN ('person.revoked', 'person.role_changed') ORDER BY e.seq DESC LIMIT 1));
  RETURN FOUND;
END $$;
REVOKE EXECUTE ON FUNCTION confirm_leave(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION confirm_leave(bigint, bigint) TO countersign_app;
