-- The wall of the table of runs: see is_step_within_reason.
CREATE OR REPLACE FUNCTION is_run_within_reason(r record) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN least(r.id, r.tenant_id, r.workspace_id, r.workflow_id, r.workflow_version_id, r.started_by_user_id,
      r.started_by_agent_id, r.rerun_of_id, r.parent_step_id, r.event_action_id,
      r.event_run_id) >= -9007199254740991
    AND greatest(r.id, r.tenant_id, r.workspace_id, r.workflow_id, r.workflow_version_id, r.started_by_user_id,
      r.started_by_agent_id, r.rerun_of_id, r.parent_step_id, r.event_action_id,
      r.event_run_id) <= 9007199254740991
    AND greatest(octet_length(r.trigger_type), octet_length(r.trigger_ref), octet_length(r.status),
      octet_length(r.inputs_hash), octet_length(r.started_by_label), octet_length(r.error_step),
      octet_length(r.error_message), octet_length(r.cancel_requested_by), octet_length(r.seal)) <= 1048576
    AND pg_column_size(r.inputs_json) <= 4194304
    AND least(r.deadline_at, r.created_at, r.started_at, r.ended_at) >= '1970-01-01 00:00:00+00'
    AND greatest(r.deadline_at, r.created_at, r.started_at, r.ended_at) <= '2500-01-01 00:00:00+00';
END $$;
