-- This person set their first password by a link that p_by issued: the two are one party until another administrator
-- confirms (confirm_first_link). Those who issued one before stay beside p_by, as in mark_recovered.
CREATE OR REPLACE FUNCTION mark_first_link(p_user bigint, p_by bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE memberships m SET first_link_by_user_id = p_by, first_links = m.first_links + 1,
      first_link_hands = ARRAY(SELECT DISTINCT h FROM unnest(m.first_link_hands || p_by) AS h ORDER BY h)
    WHERE m.tenant_id = current_tenant_id() AND m.user_id = p_user AND m.user_id <> p_by;
END $$;
REVOKE EXECUTE ON FUNCTION mark_first_link(bigint, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mark_first_link(bigint, bigint) TO countersign_app;
