-- When NetSuite begins no request of this push any more, by the database's clock: the end of its last request, or of
-- an earlier one where the script itself has refused the last one, or no connection was made for it. The clocks'
-- margin is added. A bare HTTP status may come from a proxy, and a refused probe says nothing
-- of the write. Null: none can begin.
CREATE OR REPLACE FUNCTION may_begin_until(p ns_pending_pushes) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT clock_margin() + CASE
    -- The last lease sent it: an answer of ours without sending is not the script's.
    WHEN p.sent_at IS NOT NULL AND (
      p.failure_class IN ('terminal', 'stale', 'conflict')
        AND coalesce(p.last_error_json ->> 'code', 'HTTP_') NOT LIKE 'HTTP\_%'
        AND p.last_error_json ->> 'code' <> 'PROBE_REFUSED'
      OR p.failure_class IN ('not_executed', 'transient')
        AND p.last_error_json ->> 'code' IN ('NOT_CONNECTED', 'ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'))
    THEN p.earlier_not_after
    ELSE p.not_after END
$$;
