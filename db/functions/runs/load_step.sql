-- A leased step with its run, and the proofs that the steps it needs are done, for the worker. The run begins to run.
-- Null: it is paused, cancelled or over, or somebody else holds it and p_waits is false. Whoever holds a lane does not
-- wait for a run.
-- Raises where the answer is longer than 16 MB: stored JSON is compressed, and a worker could not take what it becomes.
-- Names its tenant itself.
CREATE OR REPLACE FUNCTION load_step(p_tenant bigint, p_step bigint, p_waits boolean) RETURNS json
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_step steps;
  v_run runs;
  v_loaded json;
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  SELECT s.* INTO STRICT v_step FROM steps s WHERE s.tenant_id = p_tenant AND s.id = p_step;
  SELECT r.* INTO STRICT v_run FROM runs r WHERE r.tenant_id = p_tenant AND r.id = v_step.run_id;
  IF v_run.status <> 'running' OR v_run.cancel_requested_by IS NOT NULL THEN
    IF NOT p_waits THEN
      PERFORM FROM runs r WHERE r.tenant_id = p_tenant AND r.id = v_run.id FOR NO KEY UPDATE SKIP LOCKED;
      IF NOT FOUND THEN
        RETURN NULL;
      END IF;
    END IF;
    UPDATE runs r SET status = 'running', started_at = coalesce(r.started_at, clock_timestamp())
      WHERE r.tenant_id = p_tenant AND r.id = v_run.id AND r.ended_at IS NULL AND r.status <> 'paused'
        AND r.cancel_requested_by IS NULL
      RETURNING r.* INTO v_run;
    IF NOT FOUND THEN
      RETURN NULL;
    END IF;
  END IF;
  -- Milliseconds since 1970: the worker goes by this clock, by which steps are leased.
  v_loaded := json_build_object(
    'clock', floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint,
    'step', json_build_object(
      'id', v_step.id, 'tenantId', v_step.tenant_id, 'runId', v_step.run_id, 'stepId', v_step.step_id,
      'stepIndex', v_step.step_index, 'isOnError', v_step.is_on_error, 'kind', v_step.kind, 'item', v_step.item,
      'itemJson', v_step.item_json, 'toolName', v_step.tool_name, 'idempotencyKey', v_step.idempotency_key,
      'attempt', v_step.attempt, 'failures', v_step.failures, 'attemptsMax', v_step.attempts_max,
      'proposedActionId', v_step.proposed_action_id, 'outputJson', v_step.output_json, 'needs', v_step.needs,
      'givenSeal', v_step.given_seal, 'outputSeal', v_step.output_seal),
    'run', json_build_object(
      'id', v_run.id, 'workflowId', v_run.workflow_id, 'workflowVersionId', v_run.workflow_version_id,
      'triggerType', v_run.trigger_type, 'inputsJson', v_run.inputs_json,
      'startedByUserId', v_run.started_by_user_id, 'startedByAgentId', v_run.started_by_agent_id,
      'startedByLabel', v_run.started_by_label, 'callDepth', v_run.call_depth, 'writesMax', v_run.writes_max,
      'errorStep', v_run.error_step, 'errorMessage', v_run.error_message, 'deadlineAt', v_run.deadline_at,
      'createdAt', v_run.created_at, 'startedAt', v_run.started_at, 'triggerRef', v_run.trigger_ref,
      'inputsHash', v_run.inputs_hash, 'rerunOfId', v_run.rerun_of_id, 'parentStepId', v_run.parent_step_id,
      'eventActionId', v_run.event_action_id, 'eventRunId', v_run.event_run_id, 'seal', v_run.seal),
    'needed', CASE WHEN v_step.kind <> 'item' AND cardinality(v_step.needs) > 0 THEN (
      SELECT coalesce(json_agg(step_proof(n)), '[]') FROM steps n
      WHERE n.tenant_id = p_tenant AND n.run_id = v_step.run_id AND n.step_id = ANY (v_step.needs)
        AND n.is_on_error = v_step.is_on_error) ELSE '[]'::json END);
  IF pg_column_size(v_loaded) > 16777216 THEN
    RAISE EXCEPTION 'a step with its run has % bytes', pg_column_size(v_loaded)
      USING ERRCODE = 'program_limit_exceeded';
  END IF;
  RETURN v_loaded;
END $$;
