-- Holds the run of a step, and every run that called it, until the transaction ends. True where one of them was
-- cancelled or is over: nothing of the step may leave any more. Whoever cancels waits for the transaction, or is seen
-- by it. Runs are held from the topmost down, as settle_step holds them. False for no step, as of a proposal that no
-- run made.
CREATE OR REPLACE FUNCTION is_called_off(p_tenant bigint, p_step bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v record;
  v_off boolean := false;
BEGIN
  FOR v IN
    WITH RECURSIVE line AS (
      SELECT s.run_id FROM steps s WHERE s.tenant_id = p_tenant AND s.id = p_step
      UNION ALL
      SELECT s.run_id FROM line l JOIN runs r ON r.tenant_id = p_tenant AND r.id = l.run_id
      JOIN steps s ON s.tenant_id = p_tenant AND s.id = r.parent_step_id)
    SELECT r.ended_at, r.cancel_requested_by FROM line l JOIN runs r ON r.tenant_id = p_tenant AND r.id = l.run_id
    ORDER BY r.call_depth FOR NO KEY UPDATE OF r
  LOOP
    v_off := v_off OR v.ended_at IS NOT NULL OR v.cancel_requested_by IS NOT NULL;
  END LOOP;
  RETURN v_off;
END $$;
