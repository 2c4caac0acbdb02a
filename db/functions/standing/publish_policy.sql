-- Adds the next version of the tenant's policy, with its event. Of two published at once the second fails, on the
-- unique (tenant, version). Returns the version.
CREATE OR REPLACE FUNCTION publish_policy(p_hash text, p_text text, p_note text, p_actor bigint) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_name text;
  v_version integer;
BEGIN
  PERFORM assert_administrator(v_tenant, p_actor);
  IF p_hash <> encode(sha256(convert_to(p_text, 'UTF8')), 'hex') THEN
    RAISE EXCEPTION 'this is not the hash of the policy' USING ERRCODE = 'CS003';
  END IF;
  SELECT u.name INTO STRICT v_name FROM users u WHERE u.id = p_actor;
  INSERT INTO policies (tenant_id, version, hash, cedar_text, note, created_by_label)
    SELECT v_tenant, coalesce(max(version), 0) + 1, p_hash, p_text, p_note, v_name
    FROM policies WHERE tenant_id = v_tenant
    RETURNING version INTO v_version;
  PERFORM record_policy(v_tenant, v_version, 'person', v_name, jsonb_build_object('by_user_id', p_actor));
  RETURN v_version;
END $$;
REVOKE EXECUTE ON FUNCTION publish_policy(text, text, text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION publish_policy(text, text, text, bigint) TO countersign_app;
