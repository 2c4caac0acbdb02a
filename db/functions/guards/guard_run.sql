-- Holds the statuses of lib/core/run a second time. A run's beginning never changes, what stopped it is said once (or
-- unsaid, where every step had succeeded by then), and an end is one.
CREATE OR REPLACE FUNCTION guard_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.tenant_id, NEW.workspace_id, NEW.workflow_id, NEW.workflow_version_id, NEW.trigger_type,
      NEW.trigger_ref, NEW.inputs_json, NEW.inputs_hash, NEW.started_by_user_id, NEW.started_by_agent_id,
      NEW.started_by_label, NEW.rerun_of_id, NEW.parent_step_id, NEW.call_depth, NEW.writes_max, NEW.deadline_at,
      NEW.created_at, NEW.event_action_id, NEW.event_run_id, NEW.began_for, NEW.seal)
     IS DISTINCT FROM
     (OLD.id, OLD.tenant_id, OLD.workspace_id, OLD.workflow_id, OLD.workflow_version_id, OLD.trigger_type,
      OLD.trigger_ref, OLD.inputs_json, OLD.inputs_hash, OLD.started_by_user_id, OLD.started_by_agent_id,
      OLD.started_by_label, OLD.rerun_of_id, OLD.parent_step_id, OLD.call_depth, OLD.writes_max, OLD.deadline_at,
      OLD.created_at, OLD.event_action_id, OLD.event_run_id, OLD.began_for, OLD.seal) THEN
    RAISE EXCEPTION 'run % is immutable: only its status moves', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF OLD.ended_at IS NOT NULL OR NEW.writes_used < OLD.writes_used
     OR OLD.error_step IS NOT NULL AND NOT (NEW.status = 'succeeded' AND NEW.error_step IS NULL)
        AND (NEW.error_step, NEW.error_message) IS DISTINCT FROM (OLD.error_step, OLD.error_message)
     OR OLD.cancel_requested_by IS NOT NULL AND NEW.cancel_requested_by IS DISTINCT FROM OLD.cancel_requested_by THEN
    RAISE EXCEPTION 'what run % has said stays said', OLD.id USING ERRCODE = 'CS001';
  END IF;
  IF NEW.status <> OLD.status AND OLD.status = 'queued'
     AND NEW.status NOT IN ('running', 'paused', 'failed_terminal', 'cancelled')
     OR NEW.status = 'queued' AND OLD.status NOT IN ('queued', 'paused') THEN
    RAISE EXCEPTION 'run % cannot go from % to %', OLD.id, OLD.status, NEW.status USING ERRCODE = 'CS002';
  END IF;
  RETURN NEW;
END $$;
