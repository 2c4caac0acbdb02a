-- A waiting action says which other one waits with the very same write: the oldest of them, by one look.
CREATE INDEX proposed_actions_pending_by_payload
  ON proposed_actions (tenant_id, payload_hash, id) WHERE status = 'pending';
