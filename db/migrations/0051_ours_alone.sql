-- See docs/adr/0089.

-- The verification reads every draft that names an action, not those alone that one of its writes kept.
CREATE INDEX email_drafts_by_action ON email_drafts (tenant_id, action_id);

-- These wait for a checkpoint and were written before their type had a seal: nobody vouches for them, and nobody blames
-- them.
UPDATE unsealed_events u SET predates_seals = true FROM events e
  WHERE e.id = u.event_id AND e.event_type IN ('push.dead', 'push.unknown', 'push.requeued', 'push.rescued',
    'push.found_written');
