-- When NetSuite no longer begins the request that left last, by the database's clock: the end of its lease. Engaging a
-- switch names the writes that may still begin, whatever their answers said.
ALTER TABLE ns_pending_pushes ADD COLUMN not_after timestamptz;
-- Of an earlier version nobody knows how long its leases were: 300 seconds is the most that one may have.
UPDATE ns_pending_pushes SET not_after = last_sent_at + interval '300 seconds'
WHERE last_sent_at IS NOT NULL AND status NOT IN ('applied', 'cancelled');
-- It is read while somebody waits for a switch, and few rows have a time that is still to come.
CREATE INDEX ns_pending_pushes_may_begin ON ns_pending_pushes (tenant_id, not_after)
  WHERE not_after IS NOT NULL AND status NOT IN ('applied', 'cancelled');

-- A flip wakes nobody any more, and the wake says which pushes somebody else held.
DROP FUNCTION IF EXISTS flip_switch(bigint, text, boolean, text, text, integer);
DROP FUNCTION IF EXISTS wake_waiting_pushes(bigint, bigint, integer);

-- Notices of rolls that ended applied without all their lines: few among all that was applied, and asked for every ten
-- seconds.
CREATE INDEX applied_mirror_not_verified ON proposed_actions_applied_mirror (tenant_id, applied_at)
  WHERE verification <> 'verified';
