-- Gives a new tenant its thresholds, its three switches and its lanes, so that nothing ever has to treat "no row" as
-- "no limit". Whoever founds the tenant seals the first version of the thresholds.
CREATE OR REPLACE FUNCTION equip_tenant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO risk_tier_rules (tenant_id, action_type, name, measure, at_least, tier)
    SELECT NEW.id, t.name, r.name, r.measure, r.at_least, r.tier
    FROM action_types t
    CROSS JOIN jsonb_to_recordset(t.tier_rules) AS r (name text, measure text, at_least numeric, tier smallint);
  INSERT INTO threshold_versions (tenant_id, version, rules_hash) VALUES (NEW.id, 1, rules_hash(NEW.id));
  INSERT INTO kill_switches (tenant_id, name) SELECT NEW.id, n
    FROM unnest(ARRAY['ns_writes', 'proposed_apply', 'high_risk_ops']) AS n;
  INSERT INTO push_lanes (tenant_id) VALUES (NEW.id);
  INSERT INTO run_lanes (tenant_id) VALUES (NEW.id);
  RETURN NEW;
END $$;
