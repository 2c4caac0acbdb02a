-- Marks that a person left office, and by whom. p_open: a second administrator has to confirm it.
CREATE OR REPLACE FUNCTION leave_office(p_tenant bigint, p_user bigint, p_seal text, p_by bigint, p_open boolean)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_leaves integer;
BEGIN
  UPDATE memberships m SET left_office_at = clock_timestamp(), left_by_user_id = p_by, leaves = m.leaves + 1,
      leave_unconfirmed = p_open
    WHERE m.tenant_id = p_tenant AND m.user_id = p_user RETURNING m.leaves INTO v_leaves;
  PERFORM say_word(p_tenant, p_user, 'ended_office', v_leaves, p_by, p_seal);
END $$;
