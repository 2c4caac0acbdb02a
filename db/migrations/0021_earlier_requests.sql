-- When NetSuite no longer begins any request of a push before its last one: an answer to the last request says nothing
-- of a copy of an earlier one.
ALTER TABLE ns_pending_pushes ADD COLUMN earlier_not_after timestamptz;
-- Of an earlier version nobody knows: a lease may have sent two requests, the second one after a 401.
UPDATE ns_pending_pushes SET earlier_not_after = not_after
WHERE not_after IS NOT NULL AND status NOT IN ('applied', 'cancelled');

-- Dead ones of which a request may still begin hold up later writes on their record.
CREATE INDEX ns_pending_pushes_dead_on_record ON ns_pending_pushes (tenant_id, record_key, not_after)
  WHERE status = 'dead' AND not_after IS NOT NULL;
CREATE INDEX ns_pending_pushes_dead_in_family ON ns_pending_pushes (tenant_id, record_family, record_unread, not_after)
  WHERE status = 'dead' AND not_after IS NOT NULL;

-- Notices of writes that NetSuite puts off again and again: few among those that wait, and asked for every ten seconds.
CREATE INDEX ns_pending_pushes_put_off ON ns_pending_pushes (tenant_id, queued_at)
  WHERE status = 'queued' AND failure_class = 'not_executed';

-- Held pushes are waited for one by one, so that each is requested as soon as it is free.
DROP FUNCTION IF EXISTS wake_held_pushes(bigint, bigint[], interval);
