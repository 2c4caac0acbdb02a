-- The last time at which a push of an earlier version may have left: a person who ends it has NetSuite asked first.
UPDATE ns_pending_pushes SET last_sent_at = coalesce(sent_at, updated_at)
WHERE last_sent_at IS NULL AND lease_attempt > 0 AND status IN ('queued', 'pushing', 'unknown', 'dead');
