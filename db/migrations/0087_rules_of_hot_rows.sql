-- See docs/adr/0134.

-- A turn of a worker writes steps and lanes. Their walls say the rest of their rules too; a CHECK that lists the words
-- of a column stays.
ALTER TABLE steps DROP CONSTRAINT steps_within_reason, DROP CONSTRAINT steps_item_check,
  DROP CONSTRAINT steps_waits_for_check, DROP CONSTRAINT running_has_lease, DROP CONSTRAINT items_have_a_place,
  DROP CONSTRAINT approval_has_an_action,
  ADD CONSTRAINT steps_within_reason CHECK (is_step_within_reason(steps)) NOT VALID;
ALTER TABLE run_lanes DROP CONSTRAINT run_lanes_within_reason, DROP CONSTRAINT run_lanes_running_check,
  DROP CONSTRAINT run_lanes_max_concurrency_check, DROP CONSTRAINT run_lanes_max_runs_per_min_check,
  DROP CONSTRAINT run_lanes_max_writes_per_run_check, DROP CONSTRAINT run_lanes_max_model_cost_per_day_check,
  ADD CONSTRAINT run_lanes_within_reason CHECK (is_run_lane_within_reason(run_lanes)) NOT VALID;
ALTER TABLE workflow_lanes DROP CONSTRAINT workflow_lanes_within_reason, DROP CONSTRAINT workflow_lanes_running_check,
  DROP CONSTRAINT workflow_lanes_max_concurrency_check,
  ADD CONSTRAINT workflow_lanes_within_reason CHECK (is_workflow_lane_within_reason(workflow_lanes)) NOT VALID;
