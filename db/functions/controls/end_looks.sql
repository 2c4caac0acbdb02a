-- Waits until every look at the switches that was under way when it is called has ended: those of one tenant, or of
-- all where p_tenant is null. Called once a flip has committed: whoever looks later sees it. A look that goes on for
-- longer than p_patience is cancelled, and one that cannot be cancelled because its process stands still inside a
-- transaction is cut: its transaction rolls back, and nothing of it counts. Returns how many were still under way when
-- p_limit had passed.
CREATE OR REPLACE FUNCTION end_looks(p_tenant bigint, p_patience interval, p_limit interval) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_start timestamptz := clock_timestamp();
  v_looks text[];
  v_pids integer[];
  v_cancelled boolean := false;
BEGIN
  -- Taken once: looks that come later see the flip, so nobody waits for them.
  SELECT array_agg(l.virtualtransaction || '/' || l.pid) INTO v_looks FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid = 7260114
      AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
      AND (p_tenant IS NULL OR l.objid::bigint = (hashint8(p_tenant)::bigint & 4294967295))
      AND l.pid <> pg_backend_pid();
  LOOP
    SELECT array_agg(l.pid) INTO v_pids FROM pg_locks l
      WHERE l.locktype = 'advisory' AND l.objsubid = 2 AND l.classid = 7260114
        AND l.virtualtransaction || '/' || l.pid = ANY (v_looks);
    EXIT WHEN v_pids IS NULL OR clock_timestamp() - v_start > p_limit;
    IF clock_timestamp() - v_start > p_patience THEN
      IF v_cancelled THEN
        PERFORM pg_terminate_backend(pid) FROM unnest(v_pids) AS pid;
      ELSE
        PERFORM pg_cancel_backend(pid) FROM unnest(v_pids) AS pid;
        v_cancelled := true;
        PERFORM pg_sleep(0.1);
      END IF;
    END IF;
    PERFORM pg_sleep(0.005);
  END LOOP;
  RETURN coalesce(cardinality(v_pids), 0);
END $$;
