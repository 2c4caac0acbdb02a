-- Whose notice a stale action is stands in the index, so that the overview counts a month of them without their rows.
-- Of an approval by two people the first vote writes every index of its row anew for that (docs/adr/0154).

DROP INDEX proposed_actions_stale;
CREATE INDEX proposed_actions_stale ON proposed_actions (tenant_id, ended_at)
  INCLUDE (id, approvers, superseded_by_id, decided_by_kind) WHERE status = 'stale';
