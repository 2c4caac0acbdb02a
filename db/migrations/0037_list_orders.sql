-- Lists in the orders that people choose, page by page, and the history by the person who decided. Each row stands in
-- the indexes of one list at a time. The expressions are those of db/queries/actions/list-order.ts.

CREATE INDEX proposed_actions_pending_by_impact ON proposed_actions (
  tenant_id,
  (CASE WHEN facts_read_at IS NULL THEN 9223372036854775807 ELSE coalesce(abs(impact_cents), 9223372036854775807) END),
  id
) WHERE status = 'pending';
CREATE INDEX proposed_actions_ended_by_impact ON proposed_actions (
  tenant_id,
  (CASE WHEN facts_read_at IS NULL THEN 9223372036854775807 ELSE coalesce(abs(impact_cents), 9223372036854775807) END),
  id
) WHERE status NOT IN ('pending', 'approved');

CREATE INDEX proposed_actions_pending_by_movement
  ON proposed_actions (tenant_id, (coalesce(abs(movement_percent), -1)), id)
  WHERE status = 'pending';
CREATE INDEX proposed_actions_ended_by_movement
  ON proposed_actions (tenant_id, (coalesce(abs(movement_percent), -1)), id)
  WHERE status NOT IN ('pending', 'approved');

-- The days of the history.
CREATE INDEX proposed_actions_ended_by_day ON proposed_actions (tenant_id, (coalesce(applied_at, ended_at, decided_at)))
  WHERE status NOT IN ('pending', 'approved');

-- Who decided, in the history's own order.
CREATE INDEX decisions_by_actor ON decisions (tenant_id, actor_user_id, action_id) WHERE actor_user_id IS NOT NULL;
