-- The action whose event began a run: its authors chose what the run was told. A workflow may give a trigger_ref of its
-- own, so that this cannot be read from there. See docs/adr/0109.
ALTER TABLE runs ADD COLUMN event_action_id bigint
    CHECK (event_action_id BETWEEN -9007199254740991 AND 9007199254740991),
  ADD CONSTRAINT event_is_of_an_action FOREIGN KEY (tenant_id, event_action_id)
    REFERENCES proposed_actions (tenant_id, id),
  ADD CONSTRAINT only_events_are_of_actions CHECK (event_action_id IS NULL OR trigger_type = 'event');
GRANT INSERT (event_action_id) ON runs TO countersign_app;

-- A step that a re-run takes over has its write counted there as well.
GRANT INSERT (write_taken) ON steps TO countersign_app;

-- The most that a company's runs may spend on models in a day, in millionths of its currency. Null: no cap. See
-- docs/adr/0108.
ALTER TABLE run_lanes ADD COLUMN max_model_cost_per_day bigint
  CHECK (max_model_cost_per_day BETWEEN 0 AND 9007199254740991);
GRANT UPDATE (max_model_cost_per_day) ON run_lanes TO countersign_app;
CREATE INDEX model_calls_by_time ON model_calls (tenant_id, started_at);
