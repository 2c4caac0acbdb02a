-- Ends the sessions for which the session p_pid waits, directly or through others, until it is done or p_limit
-- has passed: at first those that wait for nobody themselves, after half of the time all in the line, however many
-- stand there. Another engagement in the same line is left alone: it is one statement, over within milliseconds of its
-- turn. A flip inside a transaction that did more before is none: that transaction may hold the row for as long as it
-- likes. Only sessions of the caller's own role and of the app's; returns how many were ended.
CREATE OR REPLACE FUNCTION end_blockers(p_pid integer, p_limit interval) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_start timestamptz := clock_timestamp();
  v_ended integer := 0;
BEGIN
  WHILE clock_timestamp() - v_start < p_limit LOOP
    -- Without this a transaction goes on seeing the sessions that there were at its first look.
    PERFORM pg_stat_clear_snapshot();
    -- That nobody blocks it proves nothing: between two in the line nobody does, for a moment.
    EXIT WHEN NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.pid = p_pid AND a.state = 'active');
    v_ended := v_ended + (
      WITH RECURSIVE line (pid) AS (
        SELECT unnest(pg_blocking_pids(p_pid))
        UNION
        SELECT unnest(pg_blocking_pids(l.pid)) FROM line l
      )
      SELECT count(*) FILTER (WHERE pg_terminate_backend(a.pid)) FROM line l JOIN pg_stat_activity a USING (pid)
        WHERE (cardinality(pg_blocking_pids(a.pid)) = 0 OR clock_timestamp() - v_start > p_limit / 2)
          AND a.pid NOT IN (p_pid, pg_backend_pid())
          AND NOT (a.state = 'active' AND a.xact_start > clock_timestamp() - interval '3 seconds'
            AND a.query_start < a.xact_start + interval '1 second'
            AND a.query ~ '^\s*SELECT flip_(global_)?switch\([$0-9, ]+\)( AS flipped)?\s*$')
          AND a.usename IN (current_user, 'countersign_app')
          AND (pg_has_role(a.usesysid, 'USAGE') OR pg_has_role('pg_signal_backend', 'USAGE')));
    PERFORM pg_sleep(0.02);
  END LOOP;
  RETURN v_ended;
END $$;
