-- Settles a step for the worker that holds its lease, with everything that follows from it: the steps that waited for
-- it, the items of a list, the end of its run. Its place in the lanes is left to take_turn, which alone calls it.
-- Names its tenant itself. p_run is the step's, or null where the caller does not know it. p_status is the run's; null:
-- the lease was lost, and nothing changed.
--
-- p_to is the step's next status. p: output, output_hash, output_seal, input_hashes, skipped, error {code, message},
-- delay_ms (until the next try), until (a time to wait for), action_id, items (the elements of a list), item_seals
-- (theirs), and on_error (rows: step_id, step_index, tool_name, needs, kind, attempts_max, given_seal), where this is
-- the failure that stops the run, and repeatable, where the step changed nothing outside: its commit waits for no disk,
-- and a crash has it done again.
CREATE OR REPLACE FUNCTION settle_step(
  p_tenant bigint, p_run bigint, p_step bigint, p_owner text, p_attempt integer, p_to text, p jsonb,
  OUT p_status text, OUT p_workflow bigint
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  v_run runs;
  v_step steps;
  v_items integer := coalesce(jsonb_array_length(p -> 'items'), 0);
  v_question text;
  v_goes_on boolean;
  v_awaited boolean;
BEGIN
  PERFORM set_config('app.tenant_id', p_tenant::text, true);
  p_run := coalesce(p_run, (SELECT s.run_id FROM steps s WHERE s.tenant_id = p_tenant AND s.id = p_step));
  SELECT r.* INTO v_run FROM runs r WHERE r.tenant_id = p_tenant AND r.id = p_run FOR NO KEY UPDATE;
  -- The end of the action wakes the step. A shared lock keeps it from ending between this look and the wait.
  IF p_to = 'waiting_approval' THEN
    IF (SELECT a.status FROM proposed_actions a
        WHERE a.tenant_id = p_tenant AND a.id = (p ->> 'action_id')::bigint FOR SHARE) NOT IN ('pending', 'approved')
    THEN
      p_to := 'ready';
    END IF;
  END IF;
  -- The end of the run that it called wakes the step as well, and may have come before the wait.
  IF p_to = 'waiting_input' THEN
    PERFORM FROM runs c WHERE c.tenant_id = p_tenant AND c.parent_step_id = p_step FOR SHARE;
    IF EXISTS (SELECT FROM runs c WHERE c.tenant_id = p_tenant AND c.parent_step_id = p_step)
       AND NOT EXISTS (
         SELECT FROM runs c WHERE c.tenant_id = p_tenant AND c.parent_step_id = p_step AND c.ended_at IS NULL) THEN
      p_to := 'ready';
    END IF;
    -- So does the end of the question that it asked.
    SELECT h.status INTO v_question
      FROM steps s JOIN hil_interactions h ON h.tenant_id = p_tenant AND h.execution_id = s.run_id
        AND h.node_id = s.idempotency_key
      WHERE s.tenant_id = p_tenant AND s.id = p_step FOR SHARE OF h;
    IF v_question <> 'pending' THEN
      p_to := 'ready';
    END IF;
  END IF;
  -- Nothing more begins in a run that was cancelled, or that failed: what this step wanted to wait for goes with it.
  IF v_run.cancel_requested_by IS NOT NULL OR v_run.error_step IS NOT NULL THEN
    SELECT s.* INTO v_step FROM steps s WHERE s.tenant_id = p_tenant AND s.id = p_step;
    IF v_run.cancel_requested_by IS NOT NULL OR NOT v_step.is_on_error THEN
      IF v_items > 0 OR p_to NOT IN ('succeeded', 'failed_terminal') THEN
        p_to := 'cancelled';
      END IF;
      v_items := 0;
    END IF;
  END IF;
  -- A step that cannot be loaded counts no failures itself. One that can be ends after attempts_max of them by itself.
  IF p_to = 'failed_retryable' AND EXISTS (
       SELECT FROM steps s WHERE s.tenant_id = p_tenant AND s.id = p_step AND s.failures >= s.attempts_max) THEN
    p_to := 'failed_terminal';
  END IF;
  UPDATE steps s SET status = p_to, lease_owner = NULL, lease_expires_at = NULL,
    next_eligible_at = CASE p_to
      WHEN 'failed_retryable' THEN clock_timestamp() + make_interval(secs => (p ->> 'delay_ms')::integer / 1000.0)
      WHEN 'ready' THEN coalesce((p ->> 'until')::timestamptz, clock_timestamp()) END,
    leasable = p_to = 'ready' AND v_run.status <> 'paused',
    failures = s.failures + (p_to IN ('failed_retryable', 'failed_terminal'))::integer,
    last_error = CASE WHEN p_to = 'succeeded' THEN s.last_error ELSE coalesce(p -> 'error', s.last_error) END,
    input_hashes = coalesce(p -> 'input_hashes', s.input_hashes),
    output_json = coalesce(p -> 'output', s.output_json), output_hash = coalesce(p ->> 'output_hash', s.output_hash),
    output_seal = coalesce(p ->> 'output_seal', s.output_seal),
    skipped = coalesce((p ->> 'skipped')::boolean, false),
    proposed_action_id = coalesce((p ->> 'action_id')::bigint, s.proposed_action_id),
    ended_at = CASE WHEN p_to IN ('succeeded', 'failed_terminal', 'cancelled') THEN clock_timestamp() END
    WHERE s.tenant_id = p_tenant AND s.run_id = p_run AND s.id = p_step AND s.status = 'running'
      AND s.lease_owner = p_owner AND s.attempt = p_attempt
    RETURNING * INTO v_step;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF v_run.status = 'queued' THEN
    UPDATE runs r SET status = 'running', started_at = coalesce(r.started_at, clock_timestamp())
      WHERE r.tenant_id = p_tenant AND r.id = v_run.id;
    v_run.status := 'running';
  END IF;
  -- The open steps end with this one, in the order in which time_out_interactions wakes them.
  IF p_to = 'failed_terminal' THEN
    PERFORM FROM steps s WHERE s.tenant_id = p_tenant AND s.run_id = v_step.run_id
      AND s.status IN ('ready', 'failed_retryable', 'waiting_approval', 'waiting_input')
      ORDER BY s.id FOR NO KEY UPDATE;
  END IF;

  IF v_items > 0 THEN
    INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, is_on_error, kind, item, item_json,
                       tool_name, idempotency_key, needs, leasable, attempts_max, next_eligible_at, given_seal)
      SELECT p_tenant, v_step.run_id, v_step.workflow_id, v_step.step_id, v_step.step_index, v_step.is_on_error, 'item',
        i.n - 1, i.value, v_step.tool_name, v_step.idempotency_key || ':' || (i.n - 1), v_step.needs,
        v_run.status <> 'paused', v_step.attempts_max, clock_timestamp(), p -> 'item_seals' ->> (i.n - 1)::integer
      FROM jsonb_array_elements(p -> 'items') WITH ORDINALITY AS i (value, n);
  END IF;
  IF p_to = 'succeeded' THEN
    -- One look at what is left of the run: most steps have others beside them, and none behind them.
    SELECT bool_or(s.waits_for = 0 AND s.status IN ('ready', 'running')),
      bool_or(s.waits_for > 0 AND s.status = 'ready' AND s.kind <> 'item' AND v_step.step_id = ANY (s.needs))
      INTO v_goes_on, v_awaited FROM steps s
      WHERE s.tenant_id = p_tenant AND s.run_id = v_step.run_id AND s.status <> 'succeeded';
    IF v_awaited THEN
      UPDATE steps s SET waits_for = s.waits_for + v_items - 1,
        leasable = s.waits_for + v_items = 1 AND v_run.status <> 'paused',
        next_eligible_at = CASE WHEN s.waits_for + v_items = 1 THEN clock_timestamp() END
        WHERE s.tenant_id = p_tenant AND s.run_id = v_step.run_id AND s.status = 'ready' AND s.waits_for > 0
          AND v_step.step_id = ANY (s.needs) AND s.kind <> 'item';
    END IF;
  ELSIF p_to = 'failed_terminal' AND v_run.error_step IS NULL THEN
    UPDATE runs r SET error_step = v_step.step_id, error_message = left(p #>> '{error,message}', 1000)
      WHERE r.tenant_id = p_tenant AND r.id = v_step.run_id;
    UPDATE steps s SET status = 'cancelled', ended_at = clock_timestamp(), leasable = false
      WHERE s.tenant_id = p_tenant AND s.run_id = v_step.run_id
        AND s.status IN ('ready', 'failed_retryable', 'waiting_approval', 'waiting_input');
    INSERT INTO steps (tenant_id, run_id, workflow_id, step_id, step_index, is_on_error, kind, tool_name,
                       idempotency_key, needs, waits_for, leasable, attempts_max, next_eligible_at, given_seal)
      SELECT p_tenant, v_step.run_id, v_step.workflow_id, o.step_id, o.step_index, true, o.kind, o.tool_name,
        v_step.run_id || ':on_error:' || o.step_id, o.needs, cardinality(o.needs),
        cardinality(o.needs) = 0 AND v_run.status <> 'paused', o.attempts_max,
        CASE WHEN cardinality(o.needs) = 0 THEN clock_timestamp() END, o.given_seal
      FROM jsonb_to_recordset(coalesce(p -> 'on_error', '[]')) AS o (step_id text, step_index integer, tool_name text,
        needs text[], kind text, attempts_max integer, given_seal text);
  ELSIF p_to = 'failed_terminal' THEN
    -- A step of on_error failed as well: nothing follows it.
    UPDATE steps s SET status = 'cancelled', ended_at = clock_timestamp(), leasable = false
      WHERE s.tenant_id = p_tenant AND s.run_id = v_step.run_id
        AND s.status IN ('ready', 'failed_retryable', 'waiting_approval', 'waiting_input');
  END IF;
  p_workflow := v_step.workflow_id;
  p_status := CASE WHEN v_goes_on AND v_run.status = 'running' THEN v_run.status
    ELSE weigh_run(p_tenant, v_step.run_id) END;
END $$;
