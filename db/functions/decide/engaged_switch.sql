-- Returns the first engaged switch that stands in the way. Rows that cannot be found count as engaged.
--
-- So does a row that was flipped and released where the caller has not proved that very release: p_seen holds the rows
-- as the caller read them ({id, flips, released}), and only the app can check a seal (docs/adr/0079). A row that is at
-- another counter by now has moved: whoever asks again with what is there may pass.
--
-- No row is locked, so whoever flips a switch never waits for somebody who looks at it, or who was frozen while
-- looking. A look leaves a mark instead: its tenant's advisory lock, shared, until its transaction ends. A flip
-- commits first, and then waits until every mark that stood at that moment is gone (end_looks). The mark is set by a
-- statement before the read: a read that missed the flip has a snapshot from before it, so its mark stood when the
-- flip committed. (docs/adr/0046)
CREATE OR REPLACE FUNCTION engaged_switch(
  p_tenant bigint, p_names text[], p_from_environment text[], p_seen jsonb,
  OUT name text, OUT since timestamptz, OUT moved boolean
)
LANGUAGE plpgsql AS $$
DECLARE
  v_row record;
  v_found integer := 0;
BEGIN
  moved := false;
  -- The same two numbers stand in end_looks.
  PERFORM pg_advisory_xact_lock_shared(7260114, hashint8(p_tenant));
  FOR v_row IN
    SELECT k.name, k.engaged, k.changed_at, k.flips, s.released FROM kill_switches k
    LEFT JOIN jsonb_to_recordset(p_seen) AS s (id bigint, flips integer, released boolean)
      ON s.id = k.id AND s.flips = k.flips
    WHERE (k.tenant_id = p_tenant OR k.tenant_id IS NULL) AND k.name = ANY (p_names)
    ORDER BY k.id
  LOOP
    v_found := v_found + 1;
    IF engaged_switch.name IS NULL
       AND (v_row.engaged OR v_row.flips <> 0 AND v_row.released IS NOT TRUE) THEN
      engaged_switch.name := v_row.name;
      engaged_switch.since := v_row.changed_at;
      moved := NOT v_row.engaged AND v_row.released IS NULL;
    END IF;
  END LOOP;
  IF engaged_switch.name IS NULL AND v_found < 2 * cardinality(p_names) THEN
    engaged_switch.name := 'unreadable';
  END IF;
  IF engaged_switch.name IS NULL THEN
    SELECT n INTO engaged_switch.name FROM unnest(p_names) AS n WHERE n = ANY (p_from_environment) LIMIT 1;
  END IF;
END $$;
