-- Returns the first engaged switch that stands in the way. Rows that cannot be found count as engaged.
--
-- No row is locked, so whoever flips a switch never waits for somebody who looks at it, or who was frozen while
-- looking. A look leaves a mark instead: its tenant's advisory lock, shared, until its transaction ends. A flip
-- commits first, and then waits until every mark that stood at that moment is gone (end_looks). The mark is set by a
-- statement before the read: a read that missed the flip has a snapshot from before it, so its mark stood when the
-- flip committed. (docs/adr/0046)
CREATE OR REPLACE FUNCTION engaged_switch(
  p_tenant bigint, p_names text[], p_from_environment text[], OUT name text, OUT since timestamptz
)
LANGUAGE plpgsql AS $$
DECLARE
  v_row record;
  v_found integer := 0;
BEGIN
  -- The same two numbers stand in end_looks.
  PERFORM pg_advisory_xact_lock_shared(7260114, hashint8(p_tenant));
  FOR v_row IN
    SELECT k.name, k.engaged, k.changed_at FROM kill_switches k
    WHERE (k.tenant_id = p_tenant OR k.tenant_id IS NULL) AND k.name = ANY (p_names)
    ORDER BY k.id
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
