-- Gives every row that the ledger compares, and that no event speaks of yet, its first event: rows of tenants that are
-- older than the comparison. The migrator calls it once, when the comparison comes: later on it would make rows lawful
-- that were written past the ledger.
CREATE OR REPLACE FUNCTION record_existing() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v record;
BEGIN
  PERFORM record_rules_change(t.id, 'system', 'set-up', '{"founding": true}') FROM tenants t
    WHERE NOT EXISTS (SELECT 1 FROM ledger_subjects s WHERE s.tenant_id = t.id AND s.entity_type = 'risk_tier_rules');
  FOR v IN
    SELECT m.tenant_id, 'person' AS entity_type, m.user_id AS id FROM memberships m
    UNION ALL SELECT g.tenant_id, 'agent', g.id FROM agents g
    UNION ALL SELECT t.id, 'retention_period', t.id FROM tenants t
  LOOP
    IF NOT EXISTS (SELECT 1 FROM events e WHERE e.tenant_id = v.tenant_id AND e.entity_type = v.entity_type
                     AND e.entity_id = v.id AND e.body_text::jsonb ? 'state') THEN
      PERFORM append_event(v.tenant_id, v.entity_type, v.id,
        CASE v.entity_type WHEN 'retention_period' THEN 'retention.recorded' ELSE v.entity_type || '.recorded' END,
        'system', 'set-up', '{}');
    END IF;
  END LOOP;
  PERFORM record_policy(p.tenant_id, p.version, 'system', 'set-up', '{"founding": true}')
    FROM (SELECT tenant_id, version FROM policies ORDER BY tenant_id, version) p
    WHERE NOT EXISTS (SELECT 1 FROM ledger_subjects s WHERE s.tenant_id = p.tenant_id AND s.entity_type = 'policy');
  PERFORM record_authorisation(a.tenant_id, a.id, 'system', 'set-up', '{"founding": true}')
    FROM standing_authorisations a
    WHERE NOT EXISTS (SELECT 1 FROM ledger_subjects s WHERE s.tenant_id = a.tenant_id
                        AND s.entity_type = 'standing_authorisation' AND s.entity_id = a.id);
END $$;
