-- See docs/adr/0096.

-- No time that JavaScript cannot hold, and none of another age: one row with such a time, written past the app, would
-- end every list that meets it. Rows from before are not asked. second_factor_anew_at: a trigger alone writes infinity
-- there, and no list reads it.
-- No text that a process could not read, and none of an event that is longer than any of ours could be.
DO $$
DECLARE
  v_table record;
BEGIN
  FOR v_table IN
    SELECT c.oid::regclass AS name, c.relname,
      string_agg(CASE a.atttypid
        WHEN 'timestamptz'::regtype THEN
          format('%I BETWEEN ''1970-01-01 00:00:00+00'' AND ''2500-01-01 00:00:00+00''', a.attname)
        WHEN 'text'::regtype THEN
          format('octet_length(%I) <= %s', a.attname, CASE WHEN c.relname = 'events' THEN 262144 ELSE 1048576 END)
        ELSE format('pg_column_size(%I) <= 4194304', a.attname) END, ' AND ' ORDER BY a.attnum) AS reasonable
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND a.atttypid IN ('timestamptz'::regtype, 'text'::regtype, 'jsonb'::regtype)
      AND (c.relname, a.attname) <> ('users', 'second_factor_anew_at')
    GROUP BY c.oid, c.relname
  LOOP
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I CHECK (%s) NOT VALID', v_table.name,
                   v_table.relname || '_within_reason', v_table.reasonable);
  END LOOP;
END $$;

-- A future time in these tables outlasts whoever wrote it: a bucket that never fills, a reading that no later one
-- replaces, a lane that is never tried, a proposal that never expires.
DELETE FROM quota_buckets WHERE at > clock_timestamp() OR tokens < 0;
DELETE FROM live_readings WHERE read_at > clock_timestamp();
CREATE TRIGGER quotas_are_of_the_present BEFORE INSERT OR UPDATE ON quota_buckets
  FOR EACH ROW WHEN (current_user = 'countersign_app') EXECUTE FUNCTION guard_present();
CREATE TRIGGER readings_are_of_the_present BEFORE INSERT OR UPDATE ON live_readings
  FOR EACH ROW WHEN (current_user = 'countersign_app') EXECUTE FUNCTION guard_present();
CREATE TRIGGER lanes_are_of_the_present BEFORE INSERT OR UPDATE ON push_lanes
  FOR EACH ROW WHEN (current_user = 'countersign_app') EXECUTE FUNCTION guard_present();
CREATE TRIGGER proposals_are_of_the_present BEFORE INSERT ON proposed_actions
  FOR EACH ROW WHEN (current_user = 'countersign_app') EXECUTE FUNCTION guard_present();
CREATE TRIGGER mirror_follows_the_writes BEFORE INSERT ON proposed_actions_applied_mirror
  FOR EACH ROW WHEN (current_user = 'countersign_app') EXECUTE FUNCTION guard_new_mirror();

-- A row's number comes from its sequence alone, as an event's does: whoever took the next thousand would have as many
-- proposals or decisions fail.
DO $$
DECLARE
  v_table record;
BEGIN
  FOR v_table IN
    SELECT c.oid::regclass AS name, string_agg(quote_ident(o.attname), ', ' ORDER BY o.attnum) AS others
    FROM pg_class c
    JOIN pg_attribute i ON i.attrelid = c.oid AND i.attname = 'id' AND i.attidentity <> ''
    JOIN pg_attribute o ON o.attrelid = c.oid AND o.attnum > 0 AND NOT o.attisdropped AND o.attname <> 'id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      AND has_table_privilege('countersign_app', c.oid, 'INSERT')
    GROUP BY c.oid
  LOOP
    EXECUTE format('REVOKE INSERT ON %s FROM countersign_app', v_table.name);
    EXECUTE format('GRANT INSERT (%s) ON %s TO countersign_app', v_table.others, v_table.name);
  END LOOP;
END $$;
