-- The action whose event began a run: its authors chose what the run was told. A workflow may give a trigger_ref of its
-- own, so that this cannot be read from there. See docs/adr/0109.
ALTER TABLE runs ADD COLUMN event_action_id bigint,
  ADD CONSTRAINT event_is_of_an_action FOREIGN KEY (tenant_id, event_action_id)
    REFERENCES proposed_actions (tenant_id, id),
  ADD CONSTRAINT only_events_are_of_actions CHECK (event_action_id IS NULL OR trigger_type = 'event');
GRANT INSERT (event_action_id) ON runs TO countersign_app;

-- A step that a re-run takes over has its write counted there as well.
GRANT INSERT (write_taken) ON steps TO countersign_app;
