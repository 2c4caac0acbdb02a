-- Ends and rejections of a proposal, and what people do to it otherwise, carry the app's seal in their events. A total
-- counts each write that was sent, unless the app itself ended it without a write (docs/adr/0085).
DROP FUNCTION IF EXISTS weigh_risk(proposed_actions, bigint, boolean);
DROP FUNCTION IF EXISTS extend_action(bigint, bigint, text);
DROP FUNCTION IF EXISTS raise_tier(bigint, smallint, smallint, boolean, text);
ALTER TYPE decision_context ADD ATTRIBUTE ends jsonb;

CREATE INDEX proposed_actions_unwritten ON proposed_actions (tenant_id, ended_at)
  WHERE decision = 'approve' AND status IN ('stale', 'cancelled', 'superseded') AND impact_cents <> 0;

-- These wait for a checkpoint and were written before their type had a seal: nobody vouches for them, and nobody blames
-- them.
UPDATE unsealed_events u SET predates_seals = true FROM events e
  WHERE e.id = u.event_id AND e.event_type IN ('hitl.rejected', 'hitl.cancelled', 'hitl.superseded', 'hitl.stale',
    'push.line_stale', 'push.lines_cancelled', 'hitl.extended', 'hitl.reproposed', 'hitl.undo_proposed',
    'push.retry_requested', 'push.revived', 'draft.marked');
