-- Counts one write of a step against its run's cap, for the worker that holds its lease: once, however often the step
-- is tried. 'capped': none is left; 'lost': the lease.
CREATE OR REPLACE FUNCTION take_write(p_tenant bigint, p_step bigint, p_owner text, p_attempt integer) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_step steps;
BEGIN
  SELECT s.* INTO v_step FROM steps s WHERE s.tenant_id = p_tenant AND s.id = p_step;
  PERFORM FROM runs r WHERE r.tenant_id = p_tenant AND r.id = v_step.run_id FOR NO KEY UPDATE;
  SELECT s.* INTO v_step FROM steps s WHERE s.tenant_id = p_tenant AND s.id = p_step FOR NO KEY UPDATE;
  IF (v_step.status, v_step.lease_owner, v_step.attempt) IS DISTINCT FROM ('running', p_owner, p_attempt) THEN
    RETURN 'lost';
  ELSIF v_step.write_taken THEN
    RETURN 'taken';
  END IF;
  UPDATE runs r SET writes_used = r.writes_used + 1
    WHERE r.tenant_id = p_tenant AND r.id = v_step.run_id AND r.writes_used < r.writes_max;
  IF NOT FOUND THEN
    RETURN 'capped';
  END IF;
  UPDATE steps s SET write_taken = true WHERE s.tenant_id = p_tenant AND s.id = p_step;
  RETURN 'taken';
END $$;
