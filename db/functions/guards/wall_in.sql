-- For migrations: puts a new table of tenants' rows behind the walls that each has. Its rows are seen by their own
-- tenant, numbers are such as JavaScript holds exactly, times and texts within reason (docs/adr/0092, 0096).
CREATE OR REPLACE FUNCTION wall_in(p_table text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_safe text;
  v_reasonable text;
BEGIN
  SELECT string_agg(format('%I BETWEEN -9007199254740991 AND 9007199254740991', a.attname), ' AND '
                    ORDER BY a.attnum) FILTER (WHERE a.atttypid = 'bigint'::regtype),
    string_agg(CASE a.atttypid
        WHEN 'timestamptz'::regtype THEN
          format('%I BETWEEN ''1970-01-01 00:00:00+00'' AND ''2500-01-01 00:00:00+00''', a.attname)
        WHEN 'text'::regtype THEN format('octet_length(%I) <= 1048576', a.attname)
        ELSE format('pg_column_size(%I) <= 4194304', a.attname) END, ' AND ' ORDER BY a.attnum)
      FILTER (WHERE a.atttypid IN ('timestamptz'::regtype, 'text'::regtype, 'jsonb'::regtype))
    INTO v_safe, v_reasonable
    FROM pg_attribute a WHERE a.attrelid = p_table::regclass AND a.attnum > 0 AND NOT a.attisdropped;
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s)', p_table, p_table || '_safe_numbers', v_safe);
  EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s)', p_table, p_table || '_within_reason', v_reasonable);
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', p_table);
  EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', p_table);
  EXECUTE format('CREATE POLICY owner_sets_up ON %I TO countersign_owner USING (true) WITH CHECK (true)', p_table);
  EXECUTE format('CREATE POLICY own_tenant ON %I TO countersign_app '
                 'USING (tenant_id = current_tenant_id()) WITH CHECK (tenant_id = current_tenant_id())', p_table);
  EXECUTE format('GRANT SELECT ON %I TO countersign_app', p_table);
END $$;
REVOKE EXECUTE ON FUNCTION wall_in(text) FROM PUBLIC;
