-- Gives a run, whose row the caller holds, the status that its steps make: an end where none of them is open. The end
-- goes to the ledger, and to the step that called this workflow.
CREATE OR REPLACE FUNCTION weigh_run(p_tenant bigint, p_run bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_run runs;
  v_open record;
  v_status text;
BEGIN
  SELECT * INTO STRICT v_run FROM runs r WHERE r.tenant_id = p_tenant AND r.id = p_run;
  IF v_run.ended_at IS NOT NULL THEN
    RETURN v_run.status;
  END IF;
  -- One step that goes on says enough, however many there are.
  IF v_run.status = 'running' AND EXISTS (
       SELECT FROM steps s WHERE s.tenant_id = p_tenant AND s.run_id = p_run AND s.status <> 'succeeded'
         AND s.status IN ('ready', 'running') AND s.waits_for = 0) THEN
    RETURN 'running';
  END IF;
  SELECT count(*) AS all_open, count(*) FILTER (WHERE s.status IN ('ready', 'running') AND s.waits_for = 0) AS active,
    count(*) FILTER (WHERE s.status = 'failed_retryable') AS retried,
    count(*) FILTER (WHERE s.status = 'waiting_input') AS input,
    count(*) FILTER (WHERE s.status = 'waiting_approval') AS approval
    INTO v_open FROM steps s
    WHERE s.tenant_id = p_tenant AND s.run_id = p_run AND s.status <> 'succeeded'
      AND s.status NOT IN ('failed_terminal', 'cancelled');
  v_status := CASE
    WHEN v_open.all_open = 0 THEN CASE
      -- Every step had succeeded before the cancellation or the deadline took effect.
      WHEN NOT EXISTS (SELECT FROM steps s WHERE s.tenant_id = p_tenant AND s.run_id = p_run
                         AND s.status <> 'succeeded') THEN 'succeeded'
      WHEN v_run.error_step IS NOT NULL THEN 'failed_terminal'
      ELSE 'cancelled' END
    WHEN v_run.status IN ('paused', 'queued') THEN v_run.status
    WHEN v_open.active > 0 THEN 'running'
    WHEN v_open.input > 0 THEN 'waiting_input'
    WHEN v_open.approval > 0 THEN 'waiting_approval'
    WHEN v_open.retried > 0 THEN 'failed_retryable'
    ELSE v_run.status END;
  IF v_status = v_run.status THEN
    RETURN v_status;
  END IF;
  IF v_status = 'succeeded' THEN
    v_run.error_step := NULL;
    v_run.error_message := NULL;
    v_run.cancel_requested_by := NULL;
  END IF;
  UPDATE runs r SET status = v_status, ended_at = CASE WHEN v_open.all_open = 0 THEN clock_timestamp() END,
      error_step = v_run.error_step, error_message = v_run.error_message
    WHERE r.tenant_id = p_tenant AND r.id = p_run;
  IF v_open.all_open = 0 THEN
    PERFORM append_event(p_tenant, 'run', p_run, 'run.' || v_status, 'system', 'workflows',
      jsonb_strip_nulls(jsonb_build_object('error_step', v_run.error_step, 'error', left(v_run.error_message, 1000),
                                           'cancelled_by', v_run.cancel_requested_by)));
    -- Where a text of this company waits for that.
    IF EXISTS (SELECT FROM workflow_versions v
               WHERE v.tenant_id = p_tenant AND position('"event":"run.' IN v.definition_text) > 0) THEN
      PERFORM enqueue_outbox(p_tenant, CASE v_status WHEN 'succeeded' THEN 'run.succeeded'
          WHEN 'cancelled' THEN 'run.cancelled' ELSE 'run.failed' END, 'run-' || p_run || '-ended',
        jsonb_build_object('tenant_id', p_tenant, 'run_id', p_run));
    END IF;
    IF v_run.parent_step_id IS NOT NULL THEN
      UPDATE steps s SET status = 'ready', next_eligible_at = clock_timestamp(), leasable = NOT EXISTS (
          SELECT FROM runs r WHERE r.tenant_id = p_tenant AND r.id = s.run_id AND r.status = 'paused')
        WHERE s.tenant_id = p_tenant AND s.id = v_run.parent_step_id AND s.status = 'waiting_input';
    END IF;
  END IF;
  RETURN v_status;
END $$;
