-- Gives every tenant the kinds of data that a release brings, each change with its event. The migrator calls it once,
-- when they come: later on it would make a period lawful that was deleted past the ledger.
CREATE OR REPLACE FUNCTION add_retention_kinds(p_kinds jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_tenant bigint;
  v_added jsonb;
BEGIN
  FOR v_tenant IN SELECT id FROM tenants ORDER BY id LOOP
    WITH added AS (
      INSERT INTO retention_periods (tenant_id, kind, days)
        SELECT v_tenant, k.key, k.value::integer FROM jsonb_each_text(p_kinds) AS k ON CONFLICT DO NOTHING
        RETURNING kind)
    SELECT jsonb_agg(a.kind ORDER BY a.kind) INTO v_added FROM added a;
    IF v_added IS NOT NULL THEN
      PERFORM append_event(v_tenant, 'retention_period', v_tenant, 'retention.kinds_added', 'system', 'set-up',
        jsonb_build_object('kinds', v_added));
    END IF;
  END LOOP;
END $$;
REVOKE EXECUTE ON FUNCTION add_retention_kinds(jsonb) FROM PUBLIC;
