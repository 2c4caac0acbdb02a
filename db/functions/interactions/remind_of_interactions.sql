-- Marks open questions of which people are told again at p_now, at most p_limit: the warning 15 minutes before their
-- end, once and only where they last longer, and the reminders in between. Returns their ids.
CREATE OR REPLACE FUNCTION remind_of_interactions(p_tenant bigint, p_now timestamptz, p_limit integer) RETURNS bigint[]
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_ids bigint[];
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  WITH due AS (
    SELECT o.id FROM hil_interactions o
    WHERE o.tenant_id = p_tenant AND o.status = 'pending' AND o.timeout_at > p_now
      AND (o.next_reminder_at <= p_now
        OR NOT o.warning_sent AND o.timeout_seconds > 900 AND o.timeout_at <= p_now + interval '900 s')
    ORDER BY o.timeout_at, o.id LIMIT p_limit FOR NO KEY UPDATE SKIP LOCKED),
  told AS (
    UPDATE hil_interactions h SET updated_at = clock_timestamp(),
      warning_sent = h.warning_sent OR h.timeout_seconds > 900 AND h.timeout_at <= p_now + interval '900 s',
      reminders_sent = h.reminders_sent + (h.next_reminder_at IS NOT NULL AND h.next_reminder_at <= p_now)::integer,
      next_reminder_at = CASE WHEN h.next_reminder_at <= p_now
        THEN p_now + make_interval(secs => h.reminder_seconds) ELSE h.next_reminder_at END
    FROM due WHERE h.tenant_id = p_tenant AND h.id = due.id AND h.status = 'pending'
    RETURNING h.id)
  SELECT coalesce(array_agg(id), '{}') INTO v_ids FROM told;
  RETURN v_ids;
END $$;
