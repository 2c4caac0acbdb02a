-- See docs/adr/0092.

-- The app reads whole numbers that JavaScript holds exactly and refuses others: one row with a greater one, written
-- past the app, would end every list and every verification that meets it.
-- Versions that no counting reaches go first: while they stood, no reader got an answer.
DELETE FROM cache_versions WHERE version > 9007199254740991;
DO $$
DECLARE
  v_table record;
BEGIN
  FOR v_table IN
    SELECT c.oid::regclass AS name, c.relname,
      string_agg(format('%I BETWEEN -9007199254740991 AND 9007199254740991', a.attname), ' AND '
                 ORDER BY a.attnum) AS safe
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.atttypid = 'bigint'::regtype
    GROUP BY c.oid, c.relname
  LOOP
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I CHECK (%s)', v_table.name, v_table.relname || '_safe_numbers',
                   v_table.safe);
  END LOOP;
END $$;

CREATE TRIGGER codes_are_of_the_present BEFORE UPDATE OF totp_last_step ON users
  FOR EACH ROW WHEN (current_user = 'countersign_app') EXECUTE FUNCTION guard_code_step();
