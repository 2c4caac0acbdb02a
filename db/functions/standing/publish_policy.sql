-- Adds a version of the tenant's policy, with its event. False: it is not the one after the newest, which the caller
-- sealed it as; of two published at once the second gets that. Without a seal it denies everything (docs/adr/0066).
CREATE OR REPLACE FUNCTION publish_policy(p_version integer, p_hash text, p_text text, p_note text, p_seal text,
                                          p_actor bigint) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_name text;
BEGIN
  PERFORM assert_administrator(v_tenant, p_actor);
  IF p_hash <> encode(sha256(convert_to(p_text, 'UTF8')), 'hex') THEN
    RAISE EXCEPTION 'this is not the hash of the policy' USING ERRCODE = 'CS003';
  END IF;
  SELECT u.name INTO STRICT v_name FROM users u WHERE u.id = p_actor;
  INSERT INTO policies (tenant_id, version, hash, cedar_text, note, created_by_label, seal)
    SELECT v_tenant, p_version, p_hash, p_text, p_note, v_name, p_seal
    WHERE p_version = (SELECT coalesce(max(version), 0) + 1 FROM policies WHERE tenant_id = v_tenant)
    ON CONFLICT (tenant_id, version) DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  PERFORM record_policy(v_tenant, p_version, 'person', v_name, jsonb_build_object('by_user_id', p_actor));
  RETURN true;
END $$;
REVOKE EXECUTE ON FUNCTION publish_policy(integer, text, text, text, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION publish_policy(integer, text, text, text, text, bigint) TO countersign_app;
