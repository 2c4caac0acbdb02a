-- A price of something that nobody has bought yet moves without moving money, and adds to the total of its movement:
-- else a large move could be split into small ones. The totals' indexes hold such rows too.
DROP INDEX proposed_actions_pending_sums, proposed_actions_approved_sums, proposed_actions_applied_sums,
  proposed_actions_unwritten;
CREATE INDEX proposed_actions_pending_sums ON proposed_actions (tenant_id, agent_id, action_type)
  WHERE status = 'pending' AND (impact_cents <> 0 OR movement_percent <> 0);
CREATE INDEX proposed_actions_approved_sums ON proposed_actions (tenant_id, action_type)
  WHERE status = 'approved' AND (impact_cents <> 0 OR movement_percent <> 0) AND weight_parts IS NULL;
CREATE INDEX proposed_actions_applied_sums ON proposed_actions (tenant_id, action_type, applied_at)
  WHERE status = 'applied' AND (impact_cents <> 0 OR movement_percent <> 0) AND weight_parts IS NULL;
CREATE INDEX proposed_actions_unwritten ON proposed_actions (tenant_id, ended_at)
  WHERE decision = 'approve' AND status IN ('stale', 'cancelled', 'superseded')
    AND (impact_cents <> 0 OR movement_percent <> 0);
