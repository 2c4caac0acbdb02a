-- The question that a step of a run waits for has ended: its pause is over, and that one step goes on.
CREATE OR REPLACE FUNCTION wake_asking_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE workflow_execution_pauses SET
    status = CASE NEW.status WHEN 'cancelled' THEN 'cancelled' ELSE 'resumed' END,
    resume_reason = CASE NEW.status WHEN 'responded' THEN 'human_response' WHEN 'timeout' THEN 'timeout_reached' END,
    resumed_at = CASE WHEN NEW.status <> 'cancelled' THEN clock_timestamp() END
    WHERE tenant_id = NEW.tenant_id AND hil_interaction_id = NEW.id AND status = 'active';
  UPDATE steps s SET status = 'ready', next_eligible_at = clock_timestamp(), leasable = NOT EXISTS (
      SELECT FROM runs r WHERE r.tenant_id = s.tenant_id AND r.id = s.run_id AND r.status = 'paused')
    WHERE s.tenant_id = NEW.tenant_id AND s.run_id = NEW.execution_id AND s.idempotency_key = NEW.node_id
      AND s.status = 'waiting_input';
  IF FOUND THEN
    PERFORM enqueue_outbox(NEW.tenant_id, 'runtime.wake', 'wake-interaction-' || NEW.id,
      jsonb_build_object('tenant_id', NEW.tenant_id));
  END IF;
  RETURN NULL;
END $$;
