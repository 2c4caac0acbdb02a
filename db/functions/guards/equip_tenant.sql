-- Gives a new tenant its thresholds, its three switches and its lane, so that nothing ever has to treat "no row" as
-- "no limit".
CREATE OR REPLACE FUNCTION equip_tenant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM insert_default_risk_tier_rules(NEW.id);
  INSERT INTO kill_switches (tenant_id, name) SELECT NEW.id, n
    FROM unnest(ARRAY['ns_writes', 'proposed_apply', 'high_risk_ops']) AS n;
  INSERT INTO push_lanes (tenant_id) VALUES (NEW.id);
  RETURN NEW;
END $$;
