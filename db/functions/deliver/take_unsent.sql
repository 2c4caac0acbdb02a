-- Takes up to p_limit unsent events of a tenant for p_seconds; another dispatcher skips them meanwhile. No rows:
-- nothing is due. One statement with the tenant in it: a push waits for it.
--
-- The commit does not wait for the disk, which saves a push 1 ms. A crash of the database may undo that they were
-- taken: then they are due at once, and go again under the same ids, as after a crash of the dispatcher.
-- One plan for all values, as in begin_sending.
CREATE OR REPLACE FUNCTION take_unsent(p_tenant bigint, p_limit integer, p_seconds integer)
RETURNS TABLE (id bigint, event_name text, event_id text, body_json jsonb)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true), set_config('synchronous_commit', 'off', true);
  RETURN QUERY
    UPDATE outbox AS o
    SET attempts = o.attempts + 1, next_attempt_at = clock_timestamp() + make_interval(secs => p_seconds)
    WHERE o.tenant_id = p_tenant AND o.id IN (
      SELECT due.id FROM outbox AS due
      WHERE due.tenant_id = p_tenant AND due.sent_at IS NULL AND due.next_attempt_at <= clock_timestamp()
      ORDER BY due.id LIMIT p_limit FOR UPDATE SKIP LOCKED)
    RETURNING o.id, o.event_name, o.event_id, o.body_json;
END $$;
