-- Revokes a confirmation that the app did not seal: the rules are then as strict as before it.
CREATE OR REPLACE FUNCTION take_back_word(p_user bigint, p_about text, p_number integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM memberships m WHERE m.tenant_id = current_tenant_id() AND m.user_id = p_user FOR UPDATE;
  DELETE FROM administrator_words w
    WHERE w.tenant_id = current_tenant_id() AND w.user_id = p_user AND w.about = p_about AND w.number = p_number
      AND w.about IN ('confirmed_leave', 'confirmed_recovery', 'confirmed_first_link');
END $$;
REVOKE EXECUTE ON FUNCTION take_back_word(bigint, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_back_word(bigint, text, integer) TO countersign_app;
