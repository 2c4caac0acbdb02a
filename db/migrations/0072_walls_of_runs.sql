-- See docs/adr/0113.

-- The walls of the tables that a worker's turn writes are functions, which a session reads once.
ALTER TABLE runs DROP CONSTRAINT runs_safe_numbers, DROP CONSTRAINT runs_within_reason,
  DROP CONSTRAINT runs_event_action_id_check,
  ADD CONSTRAINT runs_within_reason CHECK (is_run_within_reason(runs)) NOT VALID;
ALTER TABLE run_lanes DROP CONSTRAINT run_lanes_safe_numbers, DROP CONSTRAINT run_lanes_within_reason,
  ADD CONSTRAINT run_lanes_within_reason CHECK (is_run_lane_within_reason(run_lanes)) NOT VALID;
ALTER TABLE workflow_lanes DROP CONSTRAINT workflow_lanes_safe_numbers,
  DROP CONSTRAINT workflow_lanes_within_reason,
  ADD CONSTRAINT workflow_lanes_within_reason CHECK (is_workflow_lane_within_reason(workflow_lanes)) NOT VALID;
ALTER TABLE events DROP CONSTRAINT events_safe_numbers, DROP CONSTRAINT events_within_reason,
  ADD CONSTRAINT events_within_reason CHECK (is_event_within_reason(events)) NOT VALID;
