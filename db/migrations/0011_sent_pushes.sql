-- When a request last left, and when a probe last proved that nothing of it was written. Between the two nobody cancels
-- or edits: an answer such as 429 or a redirect may come after the commit.
ALTER TABLE ns_pending_pushes
  ADD COLUMN last_sent_at timestamptz,
  ADD COLUMN proved_unwritten_at timestamptz;
