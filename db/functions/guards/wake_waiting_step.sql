-- The write that a step waits for has ended: the step goes on. A version that took its place is waited for instead.
CREATE OR REPLACE FUNCTION wake_waiting_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_successor bigint := (SELECT a.superseded_by_id FROM proposed_actions a
                         WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.id);
BEGIN
  IF v_successor IS NOT NULL THEN
    UPDATE steps SET proposed_action_id = v_successor
      WHERE proposed_action_id = NEW.id AND tenant_id = NEW.tenant_id AND status = 'waiting_approval';
    RETURN NULL;
  END IF;
  UPDATE steps s SET status = 'ready', next_eligible_at = clock_timestamp(), leasable = NOT EXISTS (
      SELECT FROM runs r WHERE r.tenant_id = s.tenant_id AND r.id = s.run_id AND r.status = 'paused')
    WHERE s.proposed_action_id = NEW.id AND s.tenant_id = NEW.tenant_id AND s.status = 'waiting_approval';
  IF FOUND THEN
    PERFORM enqueue_outbox(NEW.tenant_id, 'runtime.wake', 'wake-action-' || NEW.id,
      jsonb_build_object('tenant_id', NEW.tenant_id));
  END IF;
  RETURN NULL;
END $$;
