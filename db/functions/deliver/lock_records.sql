-- Locks the records of pushes until the transaction ends, for one purpose: 'push' for approving, 'record' for leasing.
-- Takes the locks in one order, so that no two callers wait for each other. A push whose record could not be read may
-- write to any of its family and has the family to itself; the others share it.
CREATE OR REPLACE FUNCTION lock_records(p_tenant bigint, p_purpose text, p_pushes jsonb) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  -- p_pushes: [{record_key, record_family, record_unread}]
  v_lock record;
BEGIN
  FOR v_lock IN
    SELECT hashtextextended(p_tenant || ':' || p_purpose || ':' || r.name, 0) AS k, bool_or(r.alone) AS alone
    FROM jsonb_array_elements(p_pushes) AS q,
      LATERAL (VALUES (q ->> 'record_key', true),
                      ('family ' || (q ->> 'record_family'), (q ->> 'record_unread')::boolean)) AS r (name, alone)
    GROUP BY 1 ORDER BY 1
  LOOP
    IF v_lock.alone THEN
      PERFORM pg_advisory_xact_lock(v_lock.k);
    ELSE
      PERFORM pg_advisory_xact_lock_shared(v_lock.k);
    END IF;
  END LOOP;
END $$;
