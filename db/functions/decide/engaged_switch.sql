-- Returns the first engaged switch that stands in the way of approving at this tier. Locks the rows FOR SHARE, so that
-- flipping a switch and approving cannot overlap. Rows that cannot be found count as engaged. The advisory lock is for
-- fairness alone (queue_switch_flip): a reader that comes after a waiting flip stands in line behind it.
CREATE OR REPLACE FUNCTION engaged_switch(
  p_tenant bigint, p_names text[], p_from_environment text[], OUT name text, OUT since timestamptz
)
LANGUAGE plpgsql AS $$
DECLARE
  v_row record;
  v_found integer := 0;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('kill_switches', 0));
  FOR v_row IN
    SELECT k.name, k.engaged, k.changed_at, k.tenant_id FROM kill_switches k
    WHERE (k.tenant_id = p_tenant OR k.tenant_id IS NULL) AND k.name = ANY (p_names)
    ORDER BY k.id FOR SHARE
  LOOP
    v_found := v_found + 1;
    IF v_row.engaged AND engaged_switch.name IS NULL THEN
      engaged_switch.name := v_row.name;
      engaged_switch.since := v_row.changed_at;
    END IF;
  END LOOP;
  IF engaged_switch.name IS NULL AND v_found < 2 * cardinality(p_names) THEN
    engaged_switch.name := 'unreadable';
  END IF;
  IF engaged_switch.name IS NULL THEN
    SELECT n INTO engaged_switch.name FROM unnest(p_names) AS n WHERE n = ANY (p_from_environment) LIMIT 1;
  END IF;
END $$;
