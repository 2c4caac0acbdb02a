-- A run succeeded if, and only if, every step of it did. Asked at the end of the transaction, for a run or a step. The
-- run's row is held: of two transactions that end its last two steps the second sees what the first wrote.
CREATE OR REPLACE FUNCTION check_run_end() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_run bigint;
  v_status text;
  v_all boolean;
BEGIN
  IF TG_TABLE_NAME = 'runs' THEN
    v_run := NEW.id;
  ELSE
    v_run := NEW.run_id;
  END IF;
  SELECT r.status INTO v_status FROM runs r WHERE r.tenant_id = NEW.tenant_id AND r.id = v_run FOR NO KEY UPDATE;
  v_all := NOT EXISTS (
      SELECT FROM steps s WHERE s.tenant_id = NEW.tenant_id AND s.run_id = v_run AND s.status <> 'succeeded')
    AND EXISTS (SELECT FROM steps s WHERE s.tenant_id = NEW.tenant_id AND s.run_id = v_run);
  IF (v_status = 'succeeded') <> v_all THEN
    RAISE EXCEPTION 'run % is %, and its steps say otherwise', v_run, v_status USING ERRCODE = 'CS002';
  END IF;
  RETURN NULL;
END $$;
