-- Changes a rule of the tenant's thresholds, with its twins (threshold_twins) and their event. The one way to them for
-- the app's role, which may not write the table. p_base_hash: the rules_hash that the change was written from.
-- Adds the next version of the thresholds, without a seal: everything is denied until the app seals it. The app does so
-- in the same transaction (docs/adr/0077). p_again: a new version also where the rules say so already.
--
-- Outcomes:
--   set                                        this call wrote
--   not_found                                  there is no such rule
--   changed                                    the rules are not those of p_base_hash any more
--   not_trivial                                L1 for a type that the release does not ship as trivial
--   nothing_to_do                              the rules say so already
CREATE OR REPLACE FUNCTION set_threshold(
  p_type text, p_name text, p_at_least numeric, p_tier smallint, p_reason text, p_base_hash text, p_again boolean,
  p_actor bigint
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_tenant bigint := current_tenant_id();
  v_rule bigint;
  v_twins bigint[];
  v_name text;
  v_changes jsonb;
BEGIN
  PERFORM assert_administrator(v_tenant, p_actor);
  IF coalesce(btrim(p_reason), '') = '' OR p_at_least < 0 OR p_tier IS NULL THEN
    RAISE EXCEPTION 'a threshold has a tier, no negative figure, and a reason to change' USING ERRCODE = 'CS003';
  END IF;
  -- Changes follow one another: each compares with the rules as the one before it left them.
  PERFORM 1 FROM risk_tier_rules r WHERE r.tenant_id = v_tenant ORDER BY r.id FOR UPDATE;
  SELECT r.id INTO v_rule FROM risk_tier_rules r
    WHERE r.tenant_id = v_tenant AND r.action_type = p_type AND r.name = p_name;
  IF NOT FOUND THEN
    RETURN 'not_found';
  END IF;
  IF rules_hash(v_tenant) IS DISTINCT FROM p_base_hash THEN
    RETURN 'changed';
  END IF;
  v_twins := ARRAY(SELECT t.twin_id FROM threshold_twins(v_tenant) t WHERE t.rule_id = v_rule);
  IF p_tier = 1 AND EXISTS (
       SELECT 1 FROM risk_tier_rules t
       WHERE t.tenant_id = v_tenant AND t.id = ANY (v_twins) AND t.measure = 'base'
         AND NOT is_trivial_type(t.action_type)) THEN
    RETURN 'not_trivial';
  END IF;

  SELECT jsonb_agg(jsonb_build_object(
           'action_type', t.action_type, 'name', t.name, 'measure', t.measure,
           'from', jsonb_build_object('at_least', trim_scale(t.at_least)::text, 'tier', t.tier),
           'to', jsonb_build_object('at_least', trim_scale(p_at_least)::text, 'tier', p_tier))
         ORDER BY t.action_type COLLATE "C", t.name COLLATE "C")
    INTO v_changes
  FROM risk_tier_rules t
  WHERE t.tenant_id = v_tenant AND t.id = ANY (v_twins) AND (t.at_least, t.tier) IS DISTINCT FROM (p_at_least, p_tier);
  IF v_changes IS NULL AND NOT p_again THEN
    RETURN 'nothing_to_do';
  END IF;

  UPDATE risk_tier_rules SET at_least = p_at_least, tier = p_tier, updated_at = clock_timestamp()
    WHERE tenant_id = v_tenant AND id = ANY (v_twins);
  INSERT INTO threshold_versions (tenant_id, version, rules_hash)
    SELECT v_tenant, coalesce(max(v.version), 0) + 1, rules_hash(v_tenant)
    FROM threshold_versions v WHERE v.tenant_id = v_tenant;
  SELECT u.name INTO STRICT v_name FROM users u WHERE u.id = p_actor;
  PERFORM record_rules_change(v_tenant, 'person', v_name, jsonb_build_object(
    'by_user_id', p_actor, 'reason', btrim(p_reason), 'changes', coalesce(v_changes, '[]'), 'base_hash', p_base_hash,
    'currency', (SELECT t.currency FROM tenants t WHERE t.id = v_tenant)));
  RETURN 'set';
END $$;
REVOKE EXECUTE ON FUNCTION set_threshold(text, text, numeric, smallint, text, text, boolean, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION set_threshold(text, text, numeric, smallint, text, text, boolean, bigint) TO countersign_app;
