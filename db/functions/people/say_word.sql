-- Stores an administrator's attestation in place of an earlier one about the same. It waits for whoever changes
-- the person: what they weigh stays as it is until they are done.
CREATE OR REPLACE FUNCTION say_word(
  p_tenant bigint, p_user bigint, p_about text, p_number integer, p_by bigint, p_seal text, p_role text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM memberships m WHERE m.tenant_id = p_tenant AND m.user_id = p_user FOR UPDATE;
  INSERT INTO administrator_words (tenant_id, user_id, about, number, by_user_id, seal, role)
  VALUES (p_tenant, p_user, p_about, p_number, p_by, p_seal, p_role)
  ON CONFLICT (tenant_id, user_id, about) DO UPDATE SET number = EXCLUDED.number, by_user_id = EXCLUDED.by_user_id,
    seal = EXCLUDED.seal, role = EXCLUDED.role, created_at = clock_timestamp();
END $$;
