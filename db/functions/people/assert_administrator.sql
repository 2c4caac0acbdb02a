-- Raises unless this person may administer the tenant now.
CREATE OR REPLACE FUNCTION assert_administrator(p_tenant bigint, p_user bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM memberships m JOIN users u ON u.id = m.user_id AND u.disabled_at IS NULL
    WHERE m.tenant_id = p_tenant AND m.user_id = p_user AND m.revoked_at IS NULL
      AND m.role IN ('steward', 'admin')) THEN
    RAISE EXCEPTION 'person % does not administer tenant %', p_user, p_tenant USING ERRCODE = 'CS003';
  END IF;
END $$;
